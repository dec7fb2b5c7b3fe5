package io.gaussferry.app.definitions;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of {@code definitions}.
 *
 * @param action the decision; null for {@code show}
 * @param configuration the configuration of the migration
 * @param transaction the statement's transaction; empty for {@code show}
 * @param reason the reason of the decision; empty for {@code show}
 * @param sqlFile the file of the replacement statements; null for none
 * @param url the daemon's address; null for the configured address
 * @param limit the maximum number of statements to show
 * @param json whether to print JSON
 */
record DefinitionsOptions(
        @Nullable Action action,
        Path configuration,
        String transaction,
        String reason,
        @Nullable Path sqlFile,
        @Nullable URI url,
        int limit,
        boolean json) {

    private static final int HIGHEST_LIMIT = 1_000;

    @SuppressWarnings("NullAway.Init")
    private static final class Show {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--limit", defaultValue = "20")
        private int limit;

        @Option(names = "--json")
        private boolean json;
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Decide {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--transaction", required = true)
        private String transaction;

        @Option(names = "--reason", required = true)
        private String reason;

        @Option(names = "--sql-file")
        private @Nullable Path sqlFile;

        @Option(names = "--url")
        private @Nullable URI url;
    }

    /** Parses the arguments after {@code definitions}; empty if they are invalid. */
    static Optional<DefinitionsOptions> parse(List<String> words) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        List<String> options = words.subList(1, words.size());
        return words.get(0).equals("show")
                ? Optional.of(CommandArguments.read(new Show(), options))
                        .filter(given -> given.limit >= 1 && given.limit <= HIGHEST_LIMIT)
                        .map(given -> new DefinitionsOptions(
                                null, given.configuration, "", "", null, null, given.limit, given.json))
                : action(words.get(0)).flatMap(action -> decision(action, options));
    }

    private static Optional<Action> action(String word) {
        for (Action action : Action.values()) {
            if (action.name().toLowerCase(Locale.ROOT).equals(word)) {
                return Optional.of(action);
            }
        }
        return Optional.empty();
    }

    private static Optional<DefinitionsOptions> decision(Action action, List<String> options) {
        return Optional.of(CommandArguments.read(new Decide(), options))
                .filter(given -> !given.reason.isBlank())
                .filter(given -> (given.sqlFile != null) == (action == Action.REPLACE))
                .map(given -> new DefinitionsOptions(
                        action,
                        given.configuration,
                        given.transaction,
                        given.reason.strip(),
                        given.sqlFile,
                        given.url,
                        0,
                        false));
    }
}
