/** Transactions that the replay cannot pass: where it waits for a person, and what a person can have done. */
@NullMarked
package io.gaussferry.pipeline.decision;

import org.jspecify.annotations.NullMarked;
