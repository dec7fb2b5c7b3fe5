/**
 * Compares what the target's catalogs say of its tables with the design that the source's definitions have there: columns, keys, indexes,
 * foreign keys and checks. Reads no rows, and writes nothing.
 */
@NullMarked
package io.gaussferry.verify.structure;

import org.jspecify.annotations.NullMarked;
