/** How values look as text: the formats of COPY, arrays and plain parameters, and who writes them. */
@NullMarked
package io.gaussferry.convert.text;

import org.jspecify.annotations.NullMarked;
