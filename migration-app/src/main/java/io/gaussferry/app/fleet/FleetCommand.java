package io.gaussferry.app.fleet;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fleet}: lists the migrations of Kafka Connect clusters, serves them as a page, and pauses, resumes and restarts connectors. */
public final class FleetCommand {

    private static final Set<String> ACTIONS = Set.of("pause", "resume", "restart");

    private static final String USAGE = """
            Usage: gaussferry fleet         --url URL...
                   gaussferry fleet page    --url URL... [--listen [HOST:]PORT]
                   gaussferry fleet pause   --url URL... CONNECTOR
                   gaussferry fleet resume  --url URL... CONNECTOR
                   gaussferry fleet restart --url URL... CONNECTOR

            Lists the migrations that Kafka Connect runs, with state, lag, speed and remaining time, and those that need
            attention. page serves the same in a browser until Ctrl-C; the page is read-only. pause stops the connector's tasks
            after the transactions in progress are committed. resume continues from the progress stored on the target. restart
            restarts failed tasks.

              --url URL              the REST interface of any worker; once for each fleet
              --listen [HOST:]PORT   the page's address, default 127.0.0.1:9190; port 0 for any free port

            Exit code: 0 success, 1 a fleet does not respond or a migration needs attention, 2 wrong usage or the page cannot
            listen on its address.
            """;

    private FleetCommand() {}

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--url", required = true)
        private List<URI> urls;

        @Option(names = "--listen")
        private @Nullable String listen;

        @Parameters(arity = "0..2")
        private List<String> words = new ArrayList<>();

        private boolean isPage() {
            return words.equals(List.of("page"));
        }

        private boolean isValid() {
            return isPage()
                    || (listen == null && (words.isEmpty() || (words.size() == 2 && ACTIONS.contains(words.get(0)))));
        }
    }

    /**
     * Runs the command.
     *
     * @param arguments the arguments after {@code fleet}
     * @return the exit code
     */
    public static int run(List<String> arguments, PrintStream output, PrintStream errors) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            output.print(USAGE);
            return 0;
        }
        Optional<Arguments> given;
        try {
            given = Optional.of(CommandArguments.read(new Arguments(), arguments))
                    .filter(Arguments::isValid);
        } catch (GaussferryException e) {
            errors.println("gaussferry: " + e.getMessage());
            return e.category().exitCode();
        }
        if (given.isEmpty()) {
            errors.print(USAGE);
            return 2;
        }
        try {
            given.get().urls.forEach(FleetCommand::requireFleet);
            if (given.get().isPage()) {
                return page(given.get(), output);
            }
        } catch (GaussferryException e) {
            errors.println("gaussferry: " + e.getMessage());
            return e.category().exitCode();
        }
        return given.get().words.isEmpty()
                ? list(given.get().urls, output, errors)
                : control(given.get(), output, errors);
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

    /** Serves the page until the process is ended or the thread interrupted. */
    private static int page(Arguments given, PrintStream output) {
        String listen = given.listen == null ? PageAddress.DEFAULT : given.listen;
        PageAddress address = PageAddress.read(listen)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.COMMAND_INVALID,
                        "--listen " + listen + " is not an address.",
                        "write HOST:PORT, such as " + PageAddress.DEFAULT + ", or only a port, 0 to 65535",
                        null));
        try (FleetWatch watch = new FleetWatch(given.urls);
                FleetPage page = FleetPage.open(address, watch)) {
            output.println("page at " + page.url());
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

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

    private static int control(Arguments given, PrintStream output, PrintStream errors) {
        String action = given.words.get(0);
        String connector = given.words.get(1);
        boolean done = false;
        for (URI url : given.urls) {
            try {
                if (new ConnectClient(url).control(connector, action)) {
                    output.println(action + " " + connector + ": requested from the fleet at " + url);
                    done = true;
                }
            } catch (GaussferryException e) {
                errors.println("gaussferry: " + e.getMessage());
                return 1;
            }
        }
        if (!done) {
            errors.println("gaussferry: no fleet has a connector " + connector
                    + "\n  remedy: gaussferry fleet lists the connectors");
        }
        return done ? 0 : 1;
    }
}
