/** Fences that keep writers away: from the source by one of several methods, from the target by triggers. */
@NullMarked
package io.gaussferry.cutover.fence;

import org.jspecify.annotations.NullMarked;
