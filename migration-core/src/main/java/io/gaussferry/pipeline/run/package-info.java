/** One run of the stages, from the target's progress to the first failure or the request to stop. */
@NullMarked
package io.gaussferry.pipeline.run;

import org.jspecify.annotations.NullMarked;
