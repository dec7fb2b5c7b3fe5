/** What can be known to go wrong with the MySQL server alone. */
@NullMarked
package io.gaussferry.preflight.mysql;

import org.jspecify.annotations.NullMarked;
