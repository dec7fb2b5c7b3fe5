package io.gaussferry.sandbox;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Keeps both servers running until Ctrl-C. */
@Command(
        name = "sandbox",
        description = "Starts a throwaway MySQL and a throwaway openGauss (or its stand-in), and stops them on Ctrl-C.",
        footer = {
            "",
            "GAUSSFERRY_SOURCE_URL, GAUSSFERRY_TARGET_URL (and _USER, _PASSWORD) select your own servers.",
            "MYSQLD selects another MySQL server program.",
            "GAUSSFERRY_OPENGAUSS_IMAGE selects another openGauss image, if there is a Docker engine.",
            "GAUSSFERRY_CONTAINERS=never starts processes of this machine instead of containers."
        })
public final class SandboxCommand implements Callable<Integer> {

    private static final String PIPELINE = "sandbox";

    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help and exits.")
    private boolean help;

    @Option(
            names = "--schemas",
            split = ",",
            defaultValue = "*",
            paramLabel = "PATTERN",
            description = "Database name patterns for the configuration file (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<String> schemas;

    /** Returns only by an exception: Ctrl-C and SIGTERM end the process with exit code 0. */
    @Override
    public Integer call() throws InterruptedException {
        PrintStream output = System.out;
        Sandbox sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
        PrivateDirectory directory = PrivateDirectory.temporary("sandbox");
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> stop(sandbox, directory, output), "gaussferry-sandbox-stop"));
        Path configuration = sandbox.writeConfiguration(directory.path(), PIPELINE, schemas);
        print(sandbox, configuration, output);
        new CountDownLatch(1).await();
        return 0;
    }

    private static void print(Sandbox sandbox, Path configuration, PrintStream output) {
        print("MySQL (source)", sandbox.source(), output);
        print(
                sandbox.targetIsStandIn() ? "PostgreSQL with the openGauss driver (target)" : "openGauss (target)",
                sandbox.target(),
                output);
        output.println();
        output.println("To replicate between them, run in another terminal:");
        String home = System.getProperty("gaussferry.home", ".");
        output.println("  " + home + "/gaussferry run --config " + configuration);
        output.println();
        output.println("Ctrl-C stops both servers and removes their data.");
        output.flush();
    }

    private static void print(String title, ServerAddress address, PrintStream output) {
        output.println();
        output.println(title);
        output.println("  url       " + address.url());
        output.println("  user      " + address.user());
        output.println("  password  " + address.password());
    }

    private static void stop(Sandbox sandbox, PrivateDirectory directory, PrintStream output) {
        output.println();
        output.println("Stopping the servers");
        sandbox.close();
        directory.close();
        output.println("Stopped; all processes and files are removed.");
        output.flush();
        // Ctrl-C is the regular end of this command, not a failure as for the JVM.
        Runtime.getRuntime().halt(0);
    }
}
