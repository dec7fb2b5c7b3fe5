/** How fast a waiting backlog is replayed, beside one statement and one commit per row on the same target. */
@NullMarked
package io.gaussferry.bench.backlog;

import org.jspecify.annotations.NullMarked;
