/**
 * The end of a migration: a state machine that makes the source refuse writes, brings the target to exactly that position, compares both
 * sides, creates the deferred objects, and switches the writers to the target or returns them to the source. Its state is stored on the
 * target. Replication itself belongs to the pipeline, and the user's hook redirects the application.
 */
@NullMarked
package io.gaussferry.cutover;

import org.jspecify.annotations.NullMarked;
