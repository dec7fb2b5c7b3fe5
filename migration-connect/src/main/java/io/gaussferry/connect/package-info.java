/**
 * A connector by which Kafka Connect places pipelines on its workers. Kafka is the runtime only: it carries configuration, assignment and
 * small status records, never a row. What a pipeline does is the core's; nothing here knows how.
 */
@NullMarked
package io.gaussferry.connect;

import org.jspecify.annotations.NullMarked;
