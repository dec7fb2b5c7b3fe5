/** Definitions that were made on the target after the switch, in the form that MySQL gives them. Changes nothing. */
@NullMarked
package io.gaussferry.opengauss.additive;

import org.jspecify.annotations.NullMarked;
