/** Splits transactions into row changes, determines their dependencies, and forms batches. Does not access a database. */
@NullMarked
package io.gaussferry.schedule;

import org.jspecify.annotations.NullMarked;
