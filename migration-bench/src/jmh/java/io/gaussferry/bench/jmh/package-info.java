/** Microbenchmarks of the code that every row passes through; see docs/performance.md. */
@NullMarked
package io.gaussferry.bench.jmh;

import org.jspecify.annotations.NullMarked;

