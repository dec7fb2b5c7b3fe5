/**
 * Protects both servers from work that can wait: the initial copy, incremental snapshots and verification pause while a server is busier
 * than the user allows. Replication is never held back here.
 */
@NullMarked
package io.gaussferry.throttle;

import org.jspecify.annotations.NullMarked;
