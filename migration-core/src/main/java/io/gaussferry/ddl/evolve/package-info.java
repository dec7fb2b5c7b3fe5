/** The definition that a table has after a statement, computed from the one before as MySQL does it. Knows no target. */
@NullMarked
package io.gaussferry.ddl.evolve;

import org.jspecify.annotations.NullMarked;
