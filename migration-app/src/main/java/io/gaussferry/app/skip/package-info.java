/** The command {@code skip}: lets replay go on behind a transaction that it stopped at. */
@NullMarked
package io.gaussferry.app.skip;

import org.jspecify.annotations.NullMarked;
