/** Measures the initial copy and the verification of large tables, beside other ways to do the same. */
@NullMarked
package io.gaussferry.bench.copy;

import org.jspecify.annotations.NullMarked;
