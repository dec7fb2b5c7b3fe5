/** Reads MySQL's binlog as a change source. The only package that imports the binlog library. */
@NullMarked
package io.gaussferry.mysql.binlog;

import org.jspecify.annotations.NullMarked;
