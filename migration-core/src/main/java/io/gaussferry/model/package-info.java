/** The terms that all stages share: GTIDs, positions, table names. Independent of database drivers. */
@NullMarked
package io.gaussferry.model;

import org.jspecify.annotations.NullMarked;
