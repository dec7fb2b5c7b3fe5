/** A corpus of statements that change definitions, and their expected results. */
@NullMarked
package io.gaussferry.e2e.definitions;

import org.jspecify.annotations.NullMarked;
