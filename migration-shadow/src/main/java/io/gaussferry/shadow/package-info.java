/**
 * A JDBC driver that an application uses instead of MySQL's. It passes every call to MySQL's driver, and records queries for {@code gaussferry
 * shadow}. Recording never delays the application and never fails a call.
 */
@NullMarked
package io.gaussferry.shadow;

import org.jspecify.annotations.NullMarked;
