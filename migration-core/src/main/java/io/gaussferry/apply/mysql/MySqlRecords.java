package io.gaussferry.apply.mysql;

import io.gaussferry.apply.OwnRecords;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An applier's row in {@code gaussferry.progress} of MySQL. A change that MySQL rejects stops reverse replication, and
 * the failure names it. It is not stored elsewhere, and no table is quarantined.
 */
public final class MySqlRecords implements OwnRecords {

    private static final Logger LOG = LoggerFactory.getLogger(MySqlRecords.class);

    private final Connection connection;
    private final int applier;
    private final Ownership ownership;

    public MySqlRecords(Connection connection, int applier, Ownership ownership) {
        this.connection = connection;
        this.applier = applier;
        this.ownership = ownership;
    }

    @Override
    public void begin() {
        // no marker for sessions on MySQL
    }

    @Override
    public void updateProgress(Progress progress, int transactions) throws SQLException {
        MySqlProgress.update(connection, ownership, applier, progress, transactions);
    }

    @Override
    public void requireOwnership() throws SQLException {
        // a repeatable read would return the old row
        ownership.require(connection);
    }

    @Override
    public void saveFailure(FailedChange change, List<Value> values) {
        LOG.debug("MySQL rejected change {} of {} in table {}", change.changeNumber(), change.gtid(), change.table());
    }

    @Override
    public void quarantine(Set<TableId> tables, FailedChange because) {
        throw new IllegalStateException("reverse replication does not quarantine tables: " + tables);
    }
}
