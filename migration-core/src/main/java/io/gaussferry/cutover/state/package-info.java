/** The domain model of a cutover: requests, steps, state, and the store of the state on the target. */
@NullMarked
package io.gaussferry.cutover.state;

import org.jspecify.annotations.NullMarked;
