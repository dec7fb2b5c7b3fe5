package io.gaussferry.app.http;

import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of definitions in the API; {@code docs/openapi.yml} describes every field.
 *
 * @param targetSql what was executed on the target, or would be
 */
record DefinitionDocument(
        String transaction,
        Result result,
        String place,
        Instant executedAt,
        @Nullable Instant changedAt,
        String database,
        String statement,
        String targetSql,
        String note) {

    static DefinitionDocument of(Change change) {
        return new DefinitionDocument(
                change.gtid(),
                change.result(),
                change.place().toString(),
                change.executedAt(),
                change.changedAt(),
                change.database(),
                change.statement(),
                change.targetSql(),
                change.note());
    }
}
