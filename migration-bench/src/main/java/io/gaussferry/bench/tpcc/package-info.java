/** TPC-C as BenchmarkSQL implements it (tables {@code bmsql_*}), for MySQL, in this process. Does not know the daemon. */
@NullMarked
package io.gaussferry.bench.tpcc;

import org.jspecify.annotations.NullMarked;
