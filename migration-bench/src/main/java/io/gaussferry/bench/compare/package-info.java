/** Compares the content of two databases by SQL alone: shares no code with replication. */
@NullMarked
package io.gaussferry.bench.compare;

import org.jspecify.annotations.NullMarked;
