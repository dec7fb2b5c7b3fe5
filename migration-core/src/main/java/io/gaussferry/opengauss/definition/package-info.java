/** The target's tables as derived from the source's: names, columns, defaults, indexes, keys. */
@NullMarked
package io.gaussferry.opengauss.definition;

import org.jspecify.annotations.NullMarked;
