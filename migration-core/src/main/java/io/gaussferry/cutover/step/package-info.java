/** The state machine of a cutover, its steps, and its journal. */
@NullMarked
package io.gaussferry.cutover.step;

import org.jspecify.annotations.NullMarked;
