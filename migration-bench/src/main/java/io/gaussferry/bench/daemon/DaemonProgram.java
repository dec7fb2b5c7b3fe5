package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How the daemon is called. Anything that keeps to its contract on standard output and signals can take its place. */
@FunctionalInterface
public interface DaemonProgram {
    /**
     * The command that replays by a configuration.
     *
     * @throws DaemonException if there is no such program
     */
    List<String> runCommand(Path configuration) throws DaemonException, IOException;
}
