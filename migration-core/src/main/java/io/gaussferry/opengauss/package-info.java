/** Sessions on openGauss, or on PostgreSQL in its place: connections, settings, dialects. */
@NullMarked
package io.gaussferry.opengauss;

import org.jspecify.annotations.NullMarked;
