/**
 * Parses statements that define tables with MySQL's grammar into a separate model. Independent of tables and target.
 */
@NullMarked
package io.gaussferry.ddl.statement;

import org.jspecify.annotations.NullMarked;
