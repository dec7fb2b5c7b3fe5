/**
 * Computes a table's definition after a statement from the definition before it, as MySQL does. Independent of the
 * target.
 */
@NullMarked
package io.gaussferry.ddl.evolve;

import org.jspecify.annotations.NullMarked;
