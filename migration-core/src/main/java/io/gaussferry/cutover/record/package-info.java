/** What remains of a cutover: its steps, its evidence, how long nobody could write. */
@NullMarked
package io.gaussferry.cutover.record;

import org.jspecify.annotations.NullMarked;
