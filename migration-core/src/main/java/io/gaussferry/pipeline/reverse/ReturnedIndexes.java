package io.gaussferry.pipeline.reverse;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseTableStore;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.additive.DefinedTable;
import io.gaussferry.opengauss.additive.DefinedTables;
import io.gaussferry.opengauss.additive.MySqlAlteration;
import io.gaussferry.opengauss.decoding.PublicationMembers;
import io.gaussferry.opengauss.decoding.TargetRelations.IndexRelation;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives MySQL the indexes that were created on the target and are not unique. No row depends on them: an index that MySQL
 * cannot have is logged, and obstructs nothing.
 */
final class ReturnedIndexes {

    private static final Logger LOG = LoggerFactory.getLogger(ReturnedIndexes.class);

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final ReverseTableStore store;

    ReturnedIndexes(ReverseSettings settings, OwnershipProof proof) {
        this.settings = settings;
        this.proof = proof;
        this.store = new ReverseTableStore(settings.name());
    }

    /**
     * Gives MySQL the indexes of tables that it has with their present definition.
     *
     * @param target without autocommit, in no transaction
     * @param mysql writes to MySQL
     */
    void bring(Connection target, Connection mysql) throws SQLException {
        ReverseReplicationStore.Armed armed =
                new ReverseReplicationStore(settings.name()).find(target).orElse(null);
        if (armed == null) {
            target.rollback();
            return;
        }
        Set<TableId> replicated = new HashSet<>(armed.fingerprints().keySet());
        replicated.remove(PublicationMembers.STORED_AS);
        Map<TableId, IndexRelation> indexes = TargetTables.newIndexes(target, replicated, store.read(target));
        target.rollback();
        for (Map.Entry<TableId, IndexRelation> index : indexes.entrySet()) {
            bring(target, mysql, index.getKey(), index.getValue().table());
            proof.hold(target);
            store.index(target, index.getKey(), index.getValue().oid());
            target.commit();
        }
    }

    private void bring(Connection target, Connection mysql, TableId name, TableId table) throws SQLException {
        Optional<DefinedTable.Index> found = DefinedTables.read(target, table).stream()
                .flatMap(defined -> defined.indexes().stream())
                .filter(index -> index.name().equals(name.name()))
                .findFirst();
        target.rollback();
        TableDefinition known = inMySql(table).orElse(null);
        if (found.isEmpty() || known == null || found.get().isUnique()) {
            return;
        }
        DefinedTable.Index index = found.get();
        if (!index.isPlain()) {
            LOG.warn("MySQL does not get index {} of the target, which is not one of whole columns", name);
        } else if (!MySqlAlteration.has(known, index)) {
            create(target, mysql, index, known);
        }
    }

    private void create(Connection target, Connection mysql, DefinedTable.Index index, TableDefinition known)
            throws SQLException {
        String sql = MySqlAlteration.indexStatement(index, known);
        LOG.info("Index {} was created on the target; MySQL gets it: {}", index.name(), sql);
        try {
            Sql.execute(mysql, sql + " " + WriterSearch.DEFINITION_MARK);
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            LOG.warn("MySQL does not get index {} of the target: {}", index.name(), RowValueMarks.message(e));
            return;
        }
        Optional<TableDefinition> after = inMySql(known.targetId());
        if (after.isPresent()) {
            proof.hold(target);
            AdditiveDefinitions.define(settings.name(), target, after.get());
            target.commit();
        }
    }

    private Optional<TableDefinition> inMySql(TableId table) throws SQLException {
        try (Connection mysql = settings.openForDefinitions()) {
            return new MySqlSchemaReader(mysql, settings.source())
                    .read().definitions().stream()
                            .filter(one -> one.targetId().equals(table))
                            .findFirst();
        }
    }
}
