/** Cuts a table into ranges of its key that both sides understand alike. Reads keys of the source, and no rows. */
@NullMarked
package io.gaussferry.snapshot.range;

import org.jspecify.annotations.NullMarked;
