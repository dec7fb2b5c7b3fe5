/**
 * The tables and the write load of sysbench's oltp tests, in this process. Owns only MySQL connections, and does not know the
 * daemon.
 */
@NullMarked
package io.gaussferry.bench.sysbench;

import org.jspecify.annotations.NullMarked;
