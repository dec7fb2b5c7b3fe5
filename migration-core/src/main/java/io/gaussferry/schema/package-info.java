/** Tables and columns at a position of the source, and the properties that the target reports. */
@NullMarked
package io.gaussferry.schema;

import org.jspecify.annotations.NullMarked;
