/**
 * A target of several servers, of which one is the primary: their addresses, their states, and which of them may be
 * written to. Opens no connections.
 */
@NullMarked
package io.gaussferry.target.cluster;

import org.jspecify.annotations.NullMarked;
