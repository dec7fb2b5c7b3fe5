/**
 * Replay on simulated threads, clocks and servers: scheduler, orders and appliers are the real ones, and who goes on next, what fails
 * and when is decided by a seed, so that every run can be repeated.
 */
@NullMarked
package io.gaussferry.simulation;

import org.jspecify.annotations.NullMarked;
