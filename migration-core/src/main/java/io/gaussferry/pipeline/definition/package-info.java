/** What becomes of statements that change definitions: followed on the target between two runs, or held for a person. */
@NullMarked
package io.gaussferry.pipeline.definition;

import org.jspecify.annotations.NullMarked;
