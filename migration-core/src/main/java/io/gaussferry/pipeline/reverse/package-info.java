/** The way back: what is committed on openGauss after the switch is applied to MySQL. */
@NullMarked
package io.gaussferry.pipeline.reverse;

import org.jspecify.annotations.NullMarked;
