package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;

/**
 * A declared cursor.
 *
 * @param reference its quoted variable on the target
 * @param query its query, which is executed when it is opened
 * @param depth of the variables of its block in {@link LocalNames}
 */
record Cursor(String reference, SelectStatementContext query, int depth) {}
