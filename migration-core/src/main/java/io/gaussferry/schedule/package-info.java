/** Splits transactions into row changes, finds what depends on what, and forms batches. Touches no database. */
@NullMarked
package io.gaussferry.schedule;

import org.jspecify.annotations.NullMarked;
