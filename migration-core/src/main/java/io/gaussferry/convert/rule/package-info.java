/** The rules that the user chose for values that the target cannot hold as they are, and how often each was used. */
@NullMarked
package io.gaussferry.convert.rule;

import org.jspecify.annotations.NullMarked;
