/** Reads table definitions from MySQL's catalogs, and holds those that were in force at a position. */
@NullMarked
package io.gaussferry.mysql.catalog;

import org.jspecify.annotations.NullMarked;
