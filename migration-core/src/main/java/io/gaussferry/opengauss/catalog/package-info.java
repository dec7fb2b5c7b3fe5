/** Reads the definitions of the target's tables and the foreign keys that it enforces from its catalogs. */
@NullMarked
package io.gaussferry.opengauss.catalog;

import org.jspecify.annotations.NullMarked;
