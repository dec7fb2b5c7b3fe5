package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import org.antlr.v4.runtime.CommonTokenStream;

/**
 * A parsed statement.
 *
 * @param query its parse tree
 * @param tokens all its tokens, including comments and white space
 * @param hasVersionComments whether a part of it is the content of a version comment, other than hints
 */
public record ParsedSql(QueryContext query, CommonTokenStream tokens, boolean hasVersionComments) {}
