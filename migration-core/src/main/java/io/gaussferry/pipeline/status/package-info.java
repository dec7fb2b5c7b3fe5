/** How a pipeline stands: what is seen of it from outside while it works, and whoever looks whether it gets ahead. */
@NullMarked
package io.gaussferry.pipeline.status;

import org.jspecify.annotations.NullMarked;
