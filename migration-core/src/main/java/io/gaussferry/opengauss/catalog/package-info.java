/** Reads from the target's catalogs what its tables look like, and which foreign keys it enforces. */
@NullMarked
package io.gaussferry.opengauss.catalog;

import org.jspecify.annotations.NullMarked;
