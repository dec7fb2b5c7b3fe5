/** Tables and columns as they were at a position of the source, and what the target reports about itself. */
@NullMarked
package io.gaussferry.schema;

import org.jspecify.annotations.NullMarked;
