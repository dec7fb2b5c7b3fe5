package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One row that is being measured, in either direction: what with, and on which servers.
 *
 * @param settings of the whole bench
 * @param workload the row's
 * @param sandbox has the servers, which are up
 * @param program the daemon's
 * @param trial the names that the row has for itself on the servers
 * @param observer hears how far it is
 */
record MeasuredRow(
        Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Trial trial, Observer observer) {

    ServerAddress source() {
        return sandbox.source();
    }

    ServerAddress target() {
        return sandbox.target();
    }

    /** The database that the row has for itself, on both servers. */
    String database() {
        return trial.database();
    }

    /** Says what begins now. */
    void step(String name) {
        observer.step(name);
    }

    /**
     * Writes the daemon's configuration.
     *
     * @param more what this direction adds to it
     * @return the command that runs a daemon by it
     */
    List<String> configure(String more) throws IOException, DaemonException {
        Path configuration = sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(database()));
        // tables are emptied and filled again between replays, and neither baseline nor ceiling has foreign keys
        String text = Files.readString(configuration).replace("  target:\n", "  target:\n    foreign-keys: defer\n")
                + "  http: {enabled: false}\n" + more;
        Files.writeString(configuration, text);
        return program.runCommand(configuration);
    }
}
