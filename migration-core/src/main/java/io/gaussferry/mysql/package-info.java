/** Connections to MySQL, its versions, and the extent of its binlog history. */
@NullMarked
package io.gaussferry.mysql;

import org.jspecify.annotations.NullMarked;
