package io.gaussferry.throttle;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.ConnectionAborter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the load of the source's first server that accepts a connection. */
final class SourceLoadProbe implements LoadProbe {

    private static final String THREADS_RUNNING = "Threads_running";
    /** A variable of MariaDB; MySQL has one of InnoDB's counters instead. */
    private static final String HISTORY_LENGTH = "Innodb_history_list_length";

    private final SourceSettings settings;
    private final boolean readsHistory;
    private @Nullable Connection connection;

    /** @param readsHistory whether to read the length of the history list, which needs the PROCESS privilege on MySQL */
    SourceLoadProbe(SourceSettings settings, boolean readsHistory) {
        this.settings = settings;
        this.readsHistory = readsHistory;
    }

    @Override
    public String subject() {
        return "the source";
    }

    @Override
    public Set<LoadFigure> figures() {
        return readsHistory
                ? Set.of(LoadFigure.SOURCE_THREADS_RUNNING, LoadFigure.SOURCE_HISTORY_LENGTH)
                : Set.of(LoadFigure.SOURCE_THREADS_RUNNING);
    }

    @Override
    public Map<LoadFigure, Double> read() throws SQLException {
        Connection source = connected();
        Map<LoadFigure, Double> figures = new EnumMap<>(LoadFigure.class);
        Sql.each(
                source,
                row -> figures.put(figure(row.getString(1)), row.getDouble(2)),
                "SHOW GLOBAL STATUS WHERE Variable_name IN ('" + THREADS_RUNNING + "', '" + HISTORY_LENGTH + "')");
        // the thread that asks
        figures.computeIfPresent(LoadFigure.SOURCE_THREADS_RUNNING, (figure, threads) -> threads - 1);
        if (readsHistory && !figures.containsKey(LoadFigure.SOURCE_HISTORY_LENGTH)) {
            Sql.each(
                    source,
                    row -> figures.put(LoadFigure.SOURCE_HISTORY_LENGTH, row.getDouble(1)),
                    "SELECT count FROM information_schema.innodb_metrics WHERE name = 'trx_rseg_history_len'");
        }
        return figures;
    }

    private static LoadFigure figure(String variable) {
        return variable.equalsIgnoreCase(THREADS_RUNNING)
                ? LoadFigure.SOURCE_THREADS_RUNNING
                : LoadFigure.SOURCE_HISTORY_LENGTH;
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open != null) {
            return open;
        }
        SQLException last = new SQLException("no server");
        for (SourceSettings server : settings.servers()) {
            try {
                Connection opened = SourceConnections.openForMonitoring(server);
                connection = opened;
                return opened;
            } catch (SQLException e) {
                last = e;
            }
        }
        throw last;
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            ConnectionAborter.abort(open);
        }
    }
}
