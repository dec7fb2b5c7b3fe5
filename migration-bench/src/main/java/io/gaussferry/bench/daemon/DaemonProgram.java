package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds the daemon's command line. Any program with the same contract on standard output and signals can replace the daemon.
 */
@FunctionalInterface
public interface DaemonProgram {
    /**
     * Returns the command that runs a daemon with a configuration.
     *
     * @throws DaemonException if the program does not exist
     */
    List<String> runCommand(Path configuration) throws DaemonException, IOException;
}
