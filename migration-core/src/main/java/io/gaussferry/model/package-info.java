/** What every stage speaks of: GTIDs, positions, table names. Knows no database driver. */
@NullMarked
package io.gaussferry.model;

import org.jspecify.annotations.NullMarked;
