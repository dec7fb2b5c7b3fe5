/** A Kafka broker and workers of Kafka Connect as processes of this machine, for tests and the demo. */
@NullMarked
package io.gaussferry.bench.fleet;

import org.jspecify.annotations.NullMarked;
