/** Tables that are copied while the others are replayed: which pipeline has a table, and its handover. */
@NullMarked
package io.gaussferry.pipeline.snapshot;

import org.jspecify.annotations.NullMarked;
