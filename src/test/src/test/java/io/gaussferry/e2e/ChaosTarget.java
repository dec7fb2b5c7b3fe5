package io.gaussferry.e2e;

import java.io.IOException;
import java.util.Optional;

/** The target of a test that injects faults into a server, its disk and its settings. */
record ChaosTarget(KillableTarget server, Optional<ChaosDisk> disk) implements AutoCloseable {

    /** @param megabytes maximum size of its tables */
    static ChaosTarget open(int megabytes) throws Exception {
        KillableTarget server = KillableTarget.find();
        return new ChaosTarget(
                server,
                server.standIn().isPresent()
                        ? ChaosDisk.of(server.standIn().get(), megabytes)
                        : Optional.of(ChaosDisk.of(server.address())));
    }

    boolean isStandIn() {
        return server.standIn().isPresent();
    }

    void pause() throws Exception {
        server.standIn().orElseThrow().pause();
    }

    void resume() throws Exception {
        server.standIn().orElseThrow().resume();
    }

    /** Makes new sessions read-only and ends existing ones; or undoes that. */
    void readOnly(boolean only) throws Exception {
        Server open = new Server(server.address());
        String database = open.value("SELECT current_database()");
        open.execute(
                "SET default_transaction_read_only = off",
                "ALTER DATABASE \"" + database + "\" "
                        + (only ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only"));
        open.rows("SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity"
                + " WHERE application_name = 'gaussferry'");
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (disk.isPresent()) {
            disk.get().close();
        }
    }
}
