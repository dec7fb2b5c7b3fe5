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
 * One row that is being measured, in either direction, with its servers.
 *
 * @param settings settings of the whole bench
 * @param workload the row's workload
 * @param sandbox the running servers
 * @param program the daemon's program
 * @param trial the row's names on the servers
 * @param observer receives the progress
 */
record MeasuredRow(
        Settings settings, Workload workload, Sandbox sandbox, DaemonProgram program, Trial trial, Observer observer) {

    ServerAddress source() {
        return sandbox.source();
    }

    ServerAddress target() {
        return sandbox.target();
    }

    /** Returns the row's database on both servers. */
    String database() {
        return trial.database();
    }

    /** Reports the start of a step. */
    void step(String name) {
        observer.step(name);
    }

    /**
     * Writes the daemon's configuration.
     *
     * @param more settings that this direction adds
     * @return the command that runs a daemon with it
     */
    List<String> configure(String more) throws IOException, DaemonException {
        Path configuration = sandbox.writeConfiguration(trial.directory(), trial.pipeline(), List.of(database()));
        // tables are truncated and refilled between replays, and neither baseline nor ceiling has foreign keys
        String yaml = Files.readString(configuration).replace("  target:\n", "  target:\n    foreign-keys: defer\n")
                + "  http: {enabled: false}\n" + more;
        Files.writeString(configuration, yaml);
        return program.runCommand(configuration);
    }
}
