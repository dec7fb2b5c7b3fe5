/** The method of openGauss's tool of 2022, which others are measured against: one statement per changed row. */
@NullMarked
package io.gaussferry.bench.baseline;

import org.jspecify.annotations.NullMarked;
