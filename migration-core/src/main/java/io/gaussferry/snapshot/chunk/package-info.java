/** Splits tables into ranges of their keys, hands them out, copies them, and records them on the target. */
@NullMarked
package io.gaussferry.snapshot.chunk;

import org.jspecify.annotations.NullMarked;
