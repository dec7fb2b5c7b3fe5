/** The comparison before the writers are handed over, and what of it was done beforehand. */
@NullMarked
package io.gaussferry.cutover.compare;

import org.jspecify.annotations.NullMarked;
