/** Reads rows of either side in one form, so that they can be compared. */
@NullMarked
package io.gaussferry.verify.read;

import org.jspecify.annotations.NullMarked;
