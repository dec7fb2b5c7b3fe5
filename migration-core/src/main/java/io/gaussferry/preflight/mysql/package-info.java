/** Checks of the MySQL server alone. */
@NullMarked
package io.gaussferry.preflight.mysql;

import org.jspecify.annotations.NullMarked;
