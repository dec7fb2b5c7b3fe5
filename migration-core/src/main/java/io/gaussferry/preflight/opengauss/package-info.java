/** Checks of the target server alone, and of its existing tables. */
@NullMarked
package io.gaussferry.preflight.opengauss;

import org.jspecify.annotations.NullMarked;
