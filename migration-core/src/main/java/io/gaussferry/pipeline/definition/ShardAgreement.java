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
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.schema.TableExtras;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps the tables of shards equal: the shard that changes a table first decides, and the others make the same changes
 * in the same order, or are held. Tables correspond by their names without the database. Partitions and table comments
 * are not compared, because nothing on the target depends on them: shards get no partitions there. Joins its connection's transaction.
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

    /**
     * Returns why a statement conflicts with the peer shards, as a sentence; empty if it does not. The answer may
     * change until {@link #agree} has locked the agreement.
     */
    Optional<String> objection(List<TableChange> changes) throws SQLException {
        for (Version version : versions(changes)) {
            ShardTable shard = shard(version.table());
            ShardOrder order = new ShardOrder(store.agreed(target, shard));
            OptionalInt number = store.number(target, shard);
            if (order.numberOf(number, version.before(), version.after()).isEmpty()) {
                return Optional.of(conflict(shard, order.conflicting(number)));
            }
        }
        return Optional.empty();
    }

    /**
     * Stores that this shard makes a statement's changes, if they do not conflict with the peer shards.
     *
     * @param gtid the statement's transaction
     * @return the conflict, in which case nothing is stored; empty if there is none
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
        store(versions, gtid);
        return Optional.empty();
    }

    /**
     * Stores the operator's decision for this shard alone. Where the peer shards make the same change, this shard
     * agrees with them again.
     *
     * @param gtid the statement's transaction
     */
    void decided(List<TableChange> changes, String gtid) throws SQLException {
        List<Version> versions = versions(changes);
        if (!versions.isEmpty()) {
            store.lock(target);
            store(versions, gtid);
        }
    }

    private void store(List<Version> versions, String gtid) throws SQLException {
        for (Version version : versions) {
            ShardTable shard = shard(version.table());
            ShardOrder order = new ShardOrder(store.agreed(target, shard));
            OptionalInt number = order.numberOf(store.number(target, shard), version.before(), version.after());
            if (number.isPresent() && number.getAsInt() > order.agreed().size()) {
                store.add(target, shard, number.getAsInt(), version.before(), version.after(), gtid);
            }
            store.put(target, shard, number);
        }
    }

    private ShardTable shard(TableId table) {
        return new ShardTable(shards.of(table.schema()).orElseThrow(), table);
    }

    /** Returns the changed definitions of the shards' tables, without tables that the statement leaves unchanged. */
    private List<Version> versions(List<TableChange> changes) {
        return DefinitionWriter.versions(changes, this::comparable).stream()
                .filter(version -> shards.of(version.table().schema()).isPresent())
                .filter(version -> !Objects.equals(version.before(), version.after()))
                .toList();
    }

    private String comparable(TableDefinition table) {
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
        return TableDefinitionFormat.writeWithExtras(new TableDefinition(
                id,
                table.columns(),
                table.indexes(),
                new TableExtras(
                        "", extras.collation(), null, extras.columns(), extras.checks(), keys, extras.otherIndexes())));
    }

    private TableId neutral(TableId table) {
        return new TableId(shards.of(table.schema()).orElse(table.schema()), table.name());
    }

    private String conflict(ShardTable shard, Agreed other) throws SQLException {
        String statement = new DefinitionChangeStore(other.pipeline())
                .find(target, other.gtid())
                .map(Change::statement)
                .orElse("");
        return "Database " + shard.table().schema() + " is a shard of " + shard.of()
                + ", and a peer shard has changed table "
                + shard.table().name() + " differently: first " + other.database() + " of pipeline " + other.pipeline()
                + ", with transaction " + other.gtid() + (statement.isEmpty() ? "." : ": " + statement);
    }
}
