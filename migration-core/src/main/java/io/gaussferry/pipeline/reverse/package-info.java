/** Reverse replication: transactions that are committed on openGauss after the switch are replayed to MySQL. */
@NullMarked
package io.gaussferry.pipeline.reverse;

import org.jspecify.annotations.NullMarked;
