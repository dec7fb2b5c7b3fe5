/**
 * {@code fleet}: shows migrations that Kafka Connect runs, on a terminal and on a page, and controls them, over Connect's REST interface.
 * Does not depend on Kafka.
 */
@NullMarked
package io.gaussferry.app.fleet;

import org.jspecify.annotations.NullMarked;
