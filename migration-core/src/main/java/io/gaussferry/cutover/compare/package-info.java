/** The comparison before the switch, and the results of earlier comparisons that shorten it. */
@NullMarked
package io.gaussferry.cutover.compare;

import org.jspecify.annotations.NullMarked;
