package io.gaussferry.application.collect;

import io.gaussferry.ddl.statement.StatementContext;

/**
 * The settings with which the source reads an application's statements: its global ones, because no input has those of the sessions.
 *
 * @param sqlMode the bits of {@code sql_mode}, as in {@link StatementContext}
 * @param isGroupingFull whether {@code sql_mode} has ONLY_FULL_GROUP_BY
 * @param version of the server, such as 80033
 */
public record SourceModes(long sqlMode, boolean isGroupingFull, int version) {

    /** Returns a statement with its settings. */
    public StatementContext context(String database, String sql) {
        return StatementContext.ofStored(database, sql, sqlMode, version);
    }
}
