package io.gaussferry.pipeline.definition;

import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.UnsupportedEngines;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks the storage engines of tables that a statement creates. A statement may omit the engine, and the binlog does
 * not contain the session's {@code default_storage_engine}, so the engine is read from the source.
 */
final class CreatedTableEngines {

    private CreatedTableEngines() {}

    /** Returns why one of the created tables cannot be replicated, by its current engine on the source. */
    static Optional<String> objection(SourceSettings source, List<TableChange> changes) {
        List<TableId> created = changes.stream()
                .filter(change -> change.before() == null)
                .flatMap(change -> Stream.ofNullable(change.after()))
                .map(TableDefinition::id)
                .toList();
        if (created.isEmpty()) {
            return Optional.empty();
        }
        try (Connection connection = SourceConnections.open(source).connection()) {
            Map<TableId, String> refused = UnsupportedEngines.read(connection);
            return created.stream()
                    .flatMap(table -> Stream.ofNullable(refused.get(table)))
                    .findFirst();
        } catch (SQLException e) {
            throw SourceFailures.describe(source, e);
        }
    }
}
