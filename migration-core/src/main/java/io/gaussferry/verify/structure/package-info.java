/**
 * Compares the structure in the target's catalogs with the design derived from the source's definitions: columns, keys, indexes, foreign
 * keys and checks. Reads no rows and writes nothing.
 */
@NullMarked
package io.gaussferry.verify.structure;

import org.jspecify.annotations.NullMarked;
