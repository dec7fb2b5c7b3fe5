/** Forecasts from measurements: pure, without access to servers. */
@NullMarked
package io.gaussferry.assess.forecast;

import org.jspecify.annotations.NullMarked;
