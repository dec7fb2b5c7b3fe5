/** Tables that are copied while the others are replayed: who has a table, and when it changes hands. */
@NullMarked
package io.gaussferry.pipeline.snapshot;

import org.jspecify.annotations.NullMarked;
