/** Textual formats of values for COPY, arrays and plain parameters, and the sinks that write them. */
@NullMarked
package io.gaussferry.convert.text;

import org.jspecify.annotations.NullMarked;
