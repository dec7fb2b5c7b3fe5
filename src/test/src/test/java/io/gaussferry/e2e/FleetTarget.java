package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The target of a fleet's pipelines: a private, disposable stand-in, or the target that the environment names, which must accept six connections for
 * each pipeline.
 */
final class FleetTarget implements AutoCloseable {

    private final @Nullable NativePostgresServer own;
    private final ServerAddress address;

    private FleetTarget(@Nullable NativePostgresServer own, ServerAddress address) {
        this.own = own;
        this.address = address;
    }

    static FleetTarget open() throws SQLException {
        if (Servers.sandbox().targetIsStandIn()) {
            NativePostgresServer own = OwnServers.startTarget();
            return new FleetTarget(own, own.address());
        }
        FleetTarget target = new FleetTarget(null, Servers.target().address());
        target.clear();
        return target;
    }

    ServerAddress address() {
        return address;
    }

    /** Removes the leftovers of an earlier test. */
    private void clear() throws SQLException {
        Server server = new Server(address);
        for (String schema : server.rows(
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname LIKE '" + FleetSources.PREFIX + "%'")) {
            server.execute("DROP SCHEMA " + schema + " CASCADE");
        }
        for (String table : server.rows(
                "SELECT table_name FROM information_schema.columns WHERE table_schema = 'gaussferry' AND column_name = 'pipeline'")) {
            server.execute(
                    "DELETE FROM gaussferry." + table + " WHERE pipeline LIKE '" + FleetSources.CONNECTOR + "-%'");
        }
    }

    @Override
    public void close() throws SQLException {
        if (own == null) {
            clear();
        } else {
            own.close();
        }
    }
}
