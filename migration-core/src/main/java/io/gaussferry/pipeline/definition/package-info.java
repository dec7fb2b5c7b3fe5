/** Statements that change definitions: followed on the target between two runs, or held for the operator. */
@NullMarked
package io.gaussferry.pipeline.definition;

import org.jspecify.annotations.NullMarked;
