/**
 * Measures replication: workloads, the replay itself, baseline and ceiling. Uses the daemon only as a process.
 */
@NullMarked
package io.gaussferry.bench.measure;

import org.jspecify.annotations.NullMarked;
