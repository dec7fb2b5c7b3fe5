/**
 * The changes of a backlog, read from MySQL's binlog by the binlog library alone: the reference that the daemon is measured
 * against must not share its code.
 */
@NullMarked
package io.gaussferry.bench.change;

import org.jspecify.annotations.NullMarked;
