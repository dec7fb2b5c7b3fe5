/** The state machine, its steps, and the journal that it writes. */
@NullMarked
package io.gaussferry.cutover.step;

import org.jspecify.annotations.NullMarked;
