/** What keeps writers away: from the source by one of several ways, from the target by triggers. */
@NullMarked
package io.gaussferry.cutover.fence;

import org.jspecify.annotations.NullMarked;
