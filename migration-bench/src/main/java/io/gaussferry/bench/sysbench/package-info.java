/** The tables and the write load of sysbench's oltp tests, in this process. Owns nothing but MySQL connections; knows no daemon. */
@NullMarked
package io.gaussferry.bench.sysbench;

import org.jspecify.annotations.NullMarked;
