/** Statements of which speed does not matter, in one call each. */
@NullMarked
package io.gaussferry.jdbc;

import org.jspecify.annotations.NullMarked;
