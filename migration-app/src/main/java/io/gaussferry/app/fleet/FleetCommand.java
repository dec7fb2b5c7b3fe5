package io.gaussferry.app.fleet;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code fleet}: lists the migrations of Kafka Connect clusters, serves them as a page, and pauses, resumes and restarts connectors. */
@Command(
        name = "fleet",
        description =
                "Lists the migrations that Kafka Connect runs, with state, lag, speed and remaining time, and those that need"
                        + " attention.",
        footer = FleetCommand.EXIT_CODES,
        subcommands = {
            FleetCommand.Page.class,
            FleetCommand.Pause.class,
            FleetCommand.Resume.class,
            FleetCommand.Restart.class
        })
public final class FleetCommand implements Callable<Integer> {

    static final String EXIT_CODES =
            "%nExit code: 0 success; 1 a fleet does not respond or a migration needs attention; 2 wrong"
                    + " usage or the page cannot listen on its address.";

    private final PrintStream output;
    private final PrintStream errors;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--url",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "The REST interface of any worker; once for each fleet.")
    private List<URI> urls = List.of();

    /** Creates the command. */
    public FleetCommand(PrintStream output, PrintStream errors) {
        this.output = output;
        this.errors = errors;
    }

    @Override
    public Integer call() {
        return list(fleets(spec), output, errors);
    }

    private List<URI> fleets(CommandSpec command) {
        if (urls.isEmpty()) {
            throw new ParameterException(command.commandLine(), "Missing required option: '--url=URL'");
        }
        urls.forEach(FleetCommand::requireFleet);
        return urls;
    }

    /** Rejects a malformed URL before the first request, and one with a password, which would be shown and not used. */
    private static void requireFleet(URI url) {
        boolean isWeb = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!isWeb || url.getHost() == null || url.getRawUserInfo() != null) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "--url "
                            + (url.getRawUserInfo() == null
                                    ? url + " is not the URL of a fleet."
                                    : "contains a user name or a password."),
                    "give the URL of a worker's REST interface, such as http://127.0.0.1:8083, without a user name or password",
                    null);
        }
    }

    /** {@code page}: serves the page until the process is ended or the thread interrupted. */
    @Command(
            name = "page",
            description = "Serves the list in a browser until Ctrl-C; the page is read-only.",
            footer = EXIT_CODES)
    static final class Page implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private FleetCommand parent;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Option(
                names = "--listen",
                defaultValue = PageAddress.DEFAULT,
                paramLabel = "[HOST:]PORT",
                description = "The page's address (default: ${DEFAULT-VALUE}); port 0 for any free port.")
        @SuppressWarnings("NullAway.Init")
        private String listen;

        @Override
        public Integer call() {
            List<URI> fleets = parent.fleets(spec);
            PageAddress address = PageAddress.read(listen)
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.COMMAND_INVALID,
                            "--listen " + listen + " is not an address.",
                            "write HOST:PORT, such as " + PageAddress.DEFAULT + ", or only a port, 0 to 65535",
                            null));
            try (FleetWatch watch = new FleetWatch(fleets);
                    FleetPage page = FleetPage.open(address, watch)) {
                parent.output.println("page at " + page.url());
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 0;
        }
    }

    /** A command for a connector. */
    private abstract static class Action implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private FleetCommand parent;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Parameters(paramLabel = "CONNECTOR", description = "The connector; fleet lists them.")
        @SuppressWarnings("NullAway.Init")
        private String connector;

        @Override
        public final Integer call() {
            boolean done = false;
            for (URI url : parent.fleets(spec)) {
                try {
                    if (new ConnectClient(url).control(connector, spec.name())) {
                        parent.output.println(spec.name() + " " + connector + ": requested from the fleet at " + url);
                        done = true;
                    }
                } catch (GaussferryException e) {
                    parent.errors.println("gaussferry: " + e.getMessage());
                    return 1;
                }
            }
            if (!done) {
                parent.errors.println("gaussferry: no fleet has a connector " + connector
                        + "\n  remedy: gaussferry fleet lists the connectors");
            }
            return done ? 0 : 1;
        }
    }

    /** {@code pause}. */
    @Command(
            name = "pause",
            description = "Stops the connector's tasks after the transactions in progress are committed.",
            footer = EXIT_CODES)
    static final class Pause extends Action {}

    /** {@code resume}. */
    @Command(name = "resume", description = "Continues from the progress stored on the target.", footer = EXIT_CODES)
    static final class Resume extends Action {}

    /** {@code restart}. */
    @Command(name = "restart", description = "Restarts failed tasks.", footer = EXIT_CODES)
    static final class Restart extends Action {}

    /** Lists all fleets, including those after a fleet that does not respond. */
    private static int list(List<URI> urls, PrintStream output, PrintStream errors) {
        List<FleetMigration> migrations = new ArrayList<>();
        boolean failed = false;
        for (URI url : urls) {
            try {
                migrations.addAll(new ConnectClient(url).migrations());
            } catch (GaussferryException e) {
                errors.println("gaussferry: " + e.getMessage());
                failed = true;
            }
        }
        FleetOutput.print(migrations, output);
        return failed
                        || migrations.stream()
                                .anyMatch(migration -> migration.attention().isPresent())
                ? 1
                : 0;
    }
}
