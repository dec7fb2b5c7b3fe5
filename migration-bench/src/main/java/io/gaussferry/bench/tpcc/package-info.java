/** TPC-C as BenchmarkSQL has it (tables {@code bmsql_*}), for MySQL, in this process. Knows no daemon. */
@NullMarked
package io.gaussferry.bench.tpcc;

import org.jspecify.annotations.NullMarked;
