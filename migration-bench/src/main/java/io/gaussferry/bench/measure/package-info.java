/**
 * Measures replay: workloads, the replay itself, and what it is measured against. Knows the daemon as a process only.
 */
@NullMarked
package io.gaussferry.bench.measure;

import org.jspecify.annotations.NullMarked;
