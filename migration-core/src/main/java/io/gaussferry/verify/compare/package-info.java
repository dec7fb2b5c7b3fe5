/** Compares ranges and tables, proves differences while changes flow, and repairs them. */
@NullMarked
package io.gaussferry.verify.compare;

import org.jspecify.annotations.NullMarked;
