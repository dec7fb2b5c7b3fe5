/** Reads from MySQL's catalogs what tables look like, and keeps what they looked like at a position. */
@NullMarked
package io.gaussferry.mysql.catalog;

import org.jspecify.annotations.NullMarked;
