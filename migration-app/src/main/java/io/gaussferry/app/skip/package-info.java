/** The command {@code skip}: makes replication continue after a transaction that it stopped at. */
@NullMarked
package io.gaussferry.app.skip;

import org.jspecify.annotations.NullMarked;
