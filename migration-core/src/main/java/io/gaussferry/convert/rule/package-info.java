/** The rules that the user chose for values that the target cannot store unchanged, and the number of uses of each. */
@NullMarked
package io.gaussferry.convert.rule;

import org.jspecify.annotations.NullMarked;
