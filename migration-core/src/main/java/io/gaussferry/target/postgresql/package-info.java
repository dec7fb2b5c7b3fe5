/** PostgreSQL in place of openGauss, in tests. */
@NullMarked
package io.gaussferry.target.postgresql;

import org.jspecify.annotations.NullMarked;
