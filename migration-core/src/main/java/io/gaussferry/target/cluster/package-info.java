/**
 * A target of several servers: their addresses, their states, and the choice of the primary among them. Opens no
 * connections.
 */
@NullMarked
package io.gaussferry.target.cluster;

import org.jspecify.annotations.NullMarked;
