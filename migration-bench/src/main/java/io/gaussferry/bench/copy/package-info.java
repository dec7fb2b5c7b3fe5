/** Measures the initial copy and the verification of large tables, compared with other ways of copying. */
@NullMarked
package io.gaussferry.bench.copy;

import org.jspecify.annotations.NullMarked;
