/** The rehearsal of a cutover on the live pair: every step without refused writes, and without changes that stay. */
@NullMarked
package io.gaussferry.cutover.rehearse;

import org.jspecify.annotations.NullMarked;
