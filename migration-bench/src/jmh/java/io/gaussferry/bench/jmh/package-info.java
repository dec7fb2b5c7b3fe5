/** Microbenchmarks of the code on the path of every row; see docs/internals/performance-method.md. */
@NullMarked
package io.gaussferry.bench.jmh;

import org.jspecify.annotations.NullMarked;
