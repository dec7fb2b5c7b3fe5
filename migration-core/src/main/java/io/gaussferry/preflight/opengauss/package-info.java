/** What can be known to go wrong with the target alone, and with the tables that it has. */
@NullMarked
package io.gaussferry.preflight.opengauss;

import org.jspecify.annotations.NullMarked;
