/** openGauss as the target; the base of its derivatives. */
@NullMarked
package io.gaussferry.target.opengauss;

import org.jspecify.annotations.NullMarked;
