/**
 * The end of a migration: a state machine that makes the source refuse writes, brings the target to exactly that position, compares,
 * creates what was deferred, and hands the writers over, or gives the source back to them. Where it stands is kept on the target.
 * It decides when; the replay itself belongs to the pipeline, and who sends the application elsewhere is the user's hook.
 */
@NullMarked
package io.gaussferry.cutover;

import org.jspecify.annotations.NullMarked;
