/**
 * A connector that runs pipelines on the workers of Kafka Connect. Kafka is only the runtime: it carries configuration, assignments and small
 * status records, never rows. The replication itself is in the core.
 */
@NullMarked
package io.gaussferry.connect;

import org.jspecify.annotations.NullMarked;
