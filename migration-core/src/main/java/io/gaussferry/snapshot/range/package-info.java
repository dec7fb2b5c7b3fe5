/** Splits a table into ranges of its key that select the same rows on both sides. Reads keys of the source, but no rows. */
@NullMarked
package io.gaussferry.snapshot.range;

import org.jspecify.annotations.NullMarked;
