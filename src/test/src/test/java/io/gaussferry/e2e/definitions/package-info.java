/** A corpus of statements that change definitions, and what becomes of them. */
@NullMarked
package io.gaussferry.e2e.definitions;

import org.jspecify.annotations.NullMarked;
