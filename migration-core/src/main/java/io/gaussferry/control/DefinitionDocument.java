package io.gaussferry.control;

import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A DDL statement of the source in the API; {@code docs/reference/openapi.yml} describes every field.
 *
 * @param targetSql the SQL that was, or would be, executed on the target
 */
public record DefinitionDocument(
        String transaction,
        Result result,
        String position,
        Instant executedAt,
        @Nullable Instant changedAt,
        String database,
        String statement,
        String targetSql,
        String note) {

    /** Returns the document of a statement. */
    public static DefinitionDocument of(Change change) {
        return new DefinitionDocument(
                change.gtid(),
                change.result(),
                change.position().toString(),
                change.executedAt(),
                change.changedAt(),
                change.database(),
                change.statement(),
                change.targetSql(),
                change.note());
    }
}
