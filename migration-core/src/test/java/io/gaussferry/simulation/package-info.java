/**
 * Replay on simulated threads, clocks and servers. Scheduler, orders and appliers are the production code; a seed
 * determines the next thread, the failures and their time, so that every run can be reproduced.
 */
@NullMarked
package io.gaussferry.simulation;

import org.jspecify.annotations.NullMarked;
