/** A Kafka broker and Kafka Connect workers as processes of this machine, for tests and the demo. */
@NullMarked
package io.gaussferry.bench.fleet;

import org.jspecify.annotations.NullMarked;
