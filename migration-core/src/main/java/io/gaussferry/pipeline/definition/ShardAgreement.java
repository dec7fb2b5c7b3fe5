package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.checkpoint.ShardStore;
import io.gaussferry.checkpoint.ShardStore.Agreed;
import io.gaussferry.checkpoint.ShardStore.ShardTable;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.settings.Shards;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Has the tables of shards change alike: the shard that changes a table first decides, and the others make the same of theirs, in the
 * same order, or are held. Tables correspond by their names without the database's. Partitions and the table's comment are not compared,
 * as nothing on the target depends on them. Joins its connection's transaction.
 */
final class ShardAgreement {

    private final Shards shards;
    private final ShardStore store;
    private final Connection target;

    ShardAgreement(PipelineSettings settings, Connection target) {
        this.shards = settings.definitions().shards();
        this.store = new ShardStore(settings.name());
        this.target = target;
    }

    /** Returns why the shards do not agree to a statement, as a sentence; empty if they do. Others may change their minds until the lock. */
    Optional<String> objection(List<TableChange> changes) throws SQLException {
        for (Version version : versions(changes)) {
            ShardTable shard = shard(version.table());
            ShardOrder order = new ShardOrder(store.agreed(target, shard));
            OptionalInt place = store.place(target, shard);
            if (order.numberOf(place, version.before(), version.after()).isEmpty()) {
                return Optional.of(words(shard, order.inItsPlace(place)));
            }
        }
        return Optional.empty();
    }

    /**
     * Notes that a shard makes a statement's changes, if the others agree.
     *
     * @param gtid the statement's transaction
     * @return why not, and then nothing is noted; empty if they do
     */
    Optional<String> agree(List<TableChange> changes, String gtid) throws SQLException {
        List<Version> versions = versions(changes);
        if (versions.isEmpty()) {
            return Optional.empty();
        }
        store.lock(target);
        Optional<String> objection = objection(changes);
        if (objection.isPresent()) {
            return objection;
        }
        note(versions, gtid);
        return Optional.empty();
    }

    /**
     * Notes what a person has decided for this shard alone: where its sisters make the same, it is one of them again.
     *
     * @param gtid the statement's transaction
     */
    void decided(List<TableChange> changes, String gtid) throws SQLException {
        List<Version> versions = versions(changes);
        if (!versions.isEmpty()) {
            store.lock(target);
            note(versions, gtid);
        }
    }

    private void note(List<Version> versions, String gtid) throws SQLException {
        for (Version version : versions) {
            ShardTable shard = shard(version.table());
            ShardOrder order = new ShardOrder(store.agreed(target, shard));
            OptionalInt number = order.numberOf(store.place(target, shard), version.before(), version.after());
            if (number.isPresent() && number.getAsInt() > order.agreed().size()) {
                store.add(target, shard, number.getAsInt(), version.before(), version.after(), gtid);
            }
            store.put(target, shard, number);
        }
    }

    private ShardTable shard(TableId table) {
        return new ShardTable(shards.of(table.schema()).orElseThrow(), table);
    }

    /** Returns what becomes of the shards' tables; of a statement that makes nothing else of a table, nothing. */
    private List<Version> versions(List<TableChange> changes) {
        return DefinitionWriter.versions(changes, this::text).stream()
                .filter(version -> shards.of(version.table().schema()).isPresent())
                .filter(version -> !Objects.equals(version.before(), version.after()))
                .toList();
    }

    private String text(TableDefinition table) {
        TableId id = neutral(table.id());
        List<ForeignKeyDefinition> keys = table.extras().foreignKeys().stream()
                .map(key -> new ForeignKeyDefinition(
                        key.name(),
                        key.columns(),
                        neutral(key.referenced()),
                        key.referencedColumns(),
                        key.onUpdate(),
                        key.onDelete()))
                .toList();
        TableExtras extras = table.extras();
        return DefinitionText.writeWhole(new TableDefinition(
                id,
                table.columns(),
                table.indexes(),
                new TableExtras(
                        "", extras.collation(), null, extras.columns(), extras.checks(), keys, extras.otherIndexes())));
    }

    private TableId neutral(TableId table) {
        return new TableId(shards.of(table.schema()).orElse(table.schema()), table.name());
    }

    private String words(ShardTable shard, Agreed other) throws SQLException {
        String statement = new DefinitionChangeStore(other.pipeline())
                .find(target, other.gtid())
                .map(Change::statement)
                .orElse("");
        return "Database " + shard.table().schema() + " is a shard of " + shard.of()
                + ", and its sisters have made something else of table "
                + shard.table().name() + ": first " + other.database() + " of pipeline " + other.pipeline()
                + ", with transaction " + other.gtid() + (statement.isEmpty() ? "." : ": " + statement);
    }
}
