/** Checks of the tables and values to migrate. */
@NullMarked
package io.gaussferry.preflight.table;

import org.jspecify.annotations.NullMarked;
