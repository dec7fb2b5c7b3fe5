/** Tells whether two databases hold the same content, from their servers alone: no line of the replay's code takes part. */
@NullMarked
package io.gaussferry.bench.compare;

import org.jspecify.annotations.NullMarked;
