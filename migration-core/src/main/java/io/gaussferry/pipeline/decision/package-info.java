/**
 * Transactions that the replay cannot apply: where it waits for the operator, and the operator's possible decisions.
 */
@NullMarked
package io.gaussferry.pipeline.decision;

import org.jspecify.annotations.NullMarked;
