/** Turns a batch into few set-based statements and commits them together with the progress row. */
@NullMarked
package io.gaussferry.apply;

import org.jspecify.annotations.NullMarked;
