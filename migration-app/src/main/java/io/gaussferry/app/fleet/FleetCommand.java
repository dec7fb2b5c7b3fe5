package io.gaussferry.app.fleet;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.error.ErrorCategory;
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

/** {@code fleet}: lists the migrations of fleets, shows them on a page, and pauses, resumes and restarts them. */
public final class FleetCommand {

    private static final Set<String> ACTIONS = Set.of("pause", "resume", "restart");

    private static final String USAGE = """
            Usage: gaussferry fleet         --url URL...
                   gaussferry fleet page    --url URL... [--listen [HOST:]PORT]
                   gaussferry fleet pause   --url URL... CONNECTOR
                   gaussferry fleet resume  --url URL... CONNECTOR
                   gaussferry fleet restart --url URL... CONNECTOR

            Lists the migrations that Kafka Connect runs, with state, lag, speed and time left, and what needs a hand. page shows
            the same in a browser, until Ctrl-C; nothing can be changed there. pause ends the connector's tasks after what they
            have begun is committed, and resume begins them where the target stands; restart begins again those that have failed.

              --url URL              the REST interface of any worker; once for each fleet
              --listen [HOST:]PORT   where the page is: 127.0.0.1:9190 unless told otherwise, 0 for any port that is free

            Exit code: 0 done, 1 a fleet does not answer, or a migration needs a hand, 2 wrong usage, or the page cannot be
            where it is to be.
            """;

    private FleetCommand() {}

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--url", required = true)
        private List<URI> urls;

        @Option(names = "--listen")
        private @Nullable String listen;

        @Parameters(arity = "0..2")
        private List<String> words = new ArrayList<>();

        private boolean isPage() {
            return words.equals(List.of("page"));
        }

        private boolean isUnderstood() {
            return isPage()
                    || (listen == null && (words.isEmpty() || (words.size() == 2 && ACTIONS.contains(words.get(0)))));
        }
    }

    /**
     * Runs the command.
     *
     * @param arguments those after its name
     * @return the exit code
     */
    public static int run(List<String> arguments, PrintStream output, PrintStream errors) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            output.print(USAGE);
            return 0;
        }
        Optional<Given> given;
        try {
            given = Optional.of(CommandWords.read(new Given(), arguments)).filter(Given::isUnderstood);
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
                : steer(given.get(), output, errors);
    }

    /** What would be found out by the first question only; and a password in it would not be used, but shown. */
    private static void requireFleet(URI url) {
        boolean isWeb = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!isWeb || url.getHost() == null || url.getRawUserInfo() != null) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "--url " + (url.getRawUserInfo() == null ? url + " is no fleet's." : "has a name or a password."),
                    "give the URL of a worker's REST interface, such as http://127.0.0.1:8083, without a name or password",
                    null);
        }
    }

    /** Lasts until the process is ended, or its thread interrupted. */
    private static int page(Given given, PrintStream output) {
        String listen = given.listen == null ? PageAddress.DEFAULT : given.listen;
        PageAddress address = PageAddress.read(listen)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "--listen " + listen + " is no address.",
                        "write HOST:PORT, such as " + PageAddress.DEFAULT + ", or a port alone, 0 to 65535",
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

    /** A fleet that does not answer hides no other. */
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
        FleetText.print(migrations, output);
        return failed
                        || migrations.stream()
                                .anyMatch(migration -> migration.needsAHand().isPresent())
                ? 1
                : 0;
    }

    private static int steer(Given given, PrintStream output, PrintStream errors) {
        String action = given.words.get(0);
        String connector = given.words.get(1);
        boolean done = false;
        for (URI url : given.urls) {
            try {
                if (new ConnectClient(url).steer(connector, action)) {
                    output.println(action + " " + connector + ": told the fleet at " + url);
                    done = true;
                }
            } catch (GaussferryException e) {
                errors.println("gaussferry: " + e.getMessage());
                return 1;
            }
        }
        if (!done) {
            errors.println(
                    "gaussferry: no fleet has a connector " + connector + "\n  remedy: gaussferry fleet lists them");
        }
        return done ? 0 : 1;
    }
}
