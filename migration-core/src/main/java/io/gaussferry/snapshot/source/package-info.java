/** Consistent reads of the source, and what spares it while it is copied. */
@NullMarked
package io.gaussferry.snapshot.source;

import org.jspecify.annotations.NullMarked;
