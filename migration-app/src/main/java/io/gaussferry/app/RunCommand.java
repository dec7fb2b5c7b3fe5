package io.gaussferry.app;

import io.gaussferry.app.config.ConfigurationFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code run}: runs the daemon. */
@Command(
        name = "run",
        description = {
            "Creates missing target tables, copies the existing rows, and replicates changes from the source's binlog until"
                    + " stopped (SIGTERM or Ctrl-C). A restarted daemon resumes from the progress stored on the target.",
            "Waits for a server that does not answer, at the start too."
        },
        footer = {
            "%nStandard output: one line a second with the committed work. Standard error: the log, as JSON with"
                    + " GAUSSFERRY_LOG_FORMAT=json.",
            "Exit code: 0 stopped as requested; 1 replay stopped at a failure; 2 refused at start; 75 its threads did not end:"
                    + " start it again."
        })
final class RunCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration; config/gaussferry.yml documents every key.")
    @SuppressWarnings("NullAway.Init")
    private Path configuration;

    @Override
    public Integer call() {
        ProgramLog.useConfiguredFormat();
        return new DaemonProcess(ConfigurationFile.readForDaemon(configuration)).run();
    }
}
