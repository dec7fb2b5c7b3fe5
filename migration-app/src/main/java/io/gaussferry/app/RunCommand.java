package io.gaussferry.app;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.ConfigurationOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Override
    public Integer call() {
        ProgramLog.useConfiguredFormat();
        return new DaemonProcess(ConfigurationFile.readForDaemon(configuration.file())).run();
    }
}
