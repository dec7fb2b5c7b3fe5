/** Tells statements that change tables from those that do not matter to a row. */
@NullMarked
package io.gaussferry.ddl;

import org.jspecify.annotations.NullMarked;
