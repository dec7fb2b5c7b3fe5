/** One life of the stages, from what the target has to the first failure or the order to stop. */
@NullMarked
package io.gaussferry.pipeline.run;

import org.jspecify.annotations.NullMarked;
