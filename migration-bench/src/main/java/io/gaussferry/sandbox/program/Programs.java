package io.gaussferry.sandbox.program;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs short programs and returns their output. */
public final class Programs {

    /**
     * @param exitCode the program's exit code
     * @param output standard output and standard error, interleaved
     */
    public record Result(int exitCode, String output) {

        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    private Programs() {}

    /** Runs a program until it exits, with empty standard input. */
    public static Result run(List<String> command, Path directory, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        return new Result(process.waitFor(), output);
    }
}
