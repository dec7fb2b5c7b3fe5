/** Statements that define tables, read by MySQL's grammar into a model of their own. Knows no table and no target. */
@NullMarked
package io.gaussferry.ddl.statement;

import org.jspecify.annotations.NullMarked;
