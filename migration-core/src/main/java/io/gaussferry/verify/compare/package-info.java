/** Compares ranges and rows, proves differences while changes are replicated, and repairs them. */
@NullMarked
package io.gaussferry.verify.compare;

import org.jspecify.annotations.NullMarked;
