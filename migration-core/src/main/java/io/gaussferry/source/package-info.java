/** Where changes come from, as whole transactions in commit order. Does not interpret row images. */
@NullMarked
package io.gaussferry.source;

import org.jspecify.annotations.NullMarked;
