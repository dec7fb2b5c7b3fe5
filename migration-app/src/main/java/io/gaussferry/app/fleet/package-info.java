/** {@code fleet}: looks at migrations that Kafka Connect runs, on a terminal and on a page, and steers them, over Connect's REST interface. Knows nothing of Kafka. */
@NullMarked
package io.gaussferry.app.fleet;

import org.jspecify.annotations.NullMarked;
