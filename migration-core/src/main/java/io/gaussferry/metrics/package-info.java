/** Statistics of committed changes: throughput and lag. Counts only committed target transactions. */
@NullMarked
package io.gaussferry.metrics;

import org.jspecify.annotations.NullMarked;
