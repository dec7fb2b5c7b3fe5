/** Compares the forecasts of {@code assess} with the outcome. */
@NullMarked
package io.gaussferry.bench.assess;

import org.jspecify.annotations.NullMarked;
