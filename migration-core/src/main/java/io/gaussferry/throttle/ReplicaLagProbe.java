package io.gaussferry.throttle;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.ConnectionAborter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads the lag of the source's replicas, which each reports in whole seconds. A replica that does not replicate has no lag: it is missing. */
final class ReplicaLagProbe implements LoadProbe {

    private final Map<String, SourceSettings> replicas = new LinkedHashMap<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    /** @param addresses each {@code host:port}; everything else is as for the source */
    ReplicaLagProbe(SourceSettings source, List<String> addresses) {
        addresses.forEach(address -> replicas.put(address, source.at(address)));
    }

    @Override
    public String subject() {
        return "a replica";
    }

    @Override
    public Set<LoadFigure> figures() {
        return Set.of(LoadFigure.SOURCE_REPLICA_LAG);
    }

    @Override
    public Map<LoadFigure, Double> read() throws SQLException {
        double slowest = 0;
        for (Map.Entry<String, SourceSettings> replica : replicas.entrySet()) {
            OptionalDouble lag = lag(connected(replica.getKey(), replica.getValue()));
            if (lag.isEmpty()) {
                throw new SQLException(replica.getKey() + " does not replicate");
            }
            slowest = Math.max(slowest, lag.getAsDouble());
        }
        return Map.of(LoadFigure.SOURCE_REPLICA_LAG, slowest);
    }

    private Connection connected(String address, SourceSettings replica) throws SQLException {
        Connection open = connections.get(address);
        if (open == null) {
            open = SourceConnections.openForMonitoring(replica);
            connections.put(address, open);
        }
        return open;
    }

    /** Returns the lag of the slowest channel; empty if one does not replicate, or if there is none. */
    private static OptionalDouble lag(Connection replica) throws SQLException {
        SourceFeatures features = SourceFeatures.of(replica);
        String column = features.replicaPrefix().equals("Replica") ? "Seconds_Behind_Source" : "Seconds_Behind_Master";
        List<OptionalDouble> channels = Sql.list(replica, row -> seconds(row, column), features.replicaStatus());
        return channels.stream().anyMatch(OptionalDouble::isEmpty)
                ? OptionalDouble.empty()
                : channels.stream().mapToDouble(OptionalDouble::getAsDouble).max();
    }

    private static OptionalDouble seconds(ResultSet row, String column) throws SQLException {
        double seconds = row.getDouble(column);
        return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    @Override
    public void close() {
        List<Connection> open = new ArrayList<>(connections.values());
        connections.clear();
        open.forEach(ConnectionAborter::abort);
    }
}
