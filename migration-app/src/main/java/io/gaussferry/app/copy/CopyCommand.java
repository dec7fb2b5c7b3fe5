package io.gaussferry.app.copy;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.TableCopyRequest;
import io.gaussferry.pipeline.snapshot.TableCopyRequest.Planned;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code copy --config FILE --table DATABASE.TABLE}: a table is to be added, or copied again, while the others are replayed. */
public final class CopyCommand {

    /** What {@code copy --help} prints. */
    public static final String USAGE = """
            Usage: gaussferry copy --config FILE [--table DATABASE.TABLE ...] [--replace]

            Has tables copied while the others are replayed: such as were created since the migration began, were quarantined, or
            differ. The running daemon begins within seconds, or the next one that is started. Needs GTIDs, and tables without
            foreign keys. Without --table it says what was asked for, and how far that is.

              --config FILE            the configuration of the migration
              --table DATABASE.TABLE   a table, as the source writes it; may be given several times
              --replace                remove the rows that the table has on the target: without it, such a table is refused.
                                       Its readers see it empty, and then fill, until the copy is done

            Exit code: 0 noted, 1 a server failed, 2 refused; then nothing is noted.
            """;

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--table")
        private List<String> tables = new ArrayList<>();

        @Option(names = "--replace")
        private boolean replace;
    }

    private CopyCommand() {}

    /** Does what the arguments after {@code copy} say. A GaussferryException says why it could not. */
    public static int run(List<String> arguments, PrintStream output) {
        Given given = Optional.of(CommandWords.read(new Given(), arguments))
                .filter(read -> !read.replace || !read.tables.isEmpty())
                .orElseThrow(
                        () -> CommandWords.notUnderstood(
                                "copy",
                                arguments,
                                "write gaussferry copy --config FILE --table DATABASE.TABLE; gaussferry copy --help explains it"));
        List<TableId> tables =
                given.tables.stream().map(CopyCommand::table).distinct().toList();
        PipelineSettings settings = ConfigurationFile.read(given.configuration);
        if (tables.isEmpty()) {
            print(TableCopyRequest.known(settings), output);
        } else {
            print(new TableCopyRequest(settings, tables, given.replace).run(), output);
        }
        output.flush();
        return 0;
    }

    private static TableId table(String text) {
        int dot = text.indexOf('.');
        if (dot < 1 || dot == text.length() - 1) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "\"" + text + "\" is no table's name.",
                    "write DATABASE.TABLE, such as shop.orders",
                    null);
        }
        return new TableId(text.substring(0, dot), text.substring(dot + 1));
    }

    private static void print(List<Planned> planned, PrintStream output) {
        for (Planned each : planned) {
            output.println("Table " + each.table() + " " + describe(each) + ".");
        }
        output.println(
                "The daemon begins within seconds of replaying. Until a table is joined again, which the log says, its rows"
                        + " on the target are not those of the other tables' time.");
    }

    private static String describe(Planned each) {
        if (!each.onSource()) {
            return "is not at the source, and will be dropped on the target";
        }
        if (!each.exists()) {
            return "will be created on the target and copied";
        }
        return each.hasRows() ? "will be emptied on the target and copied again" : "will be copied";
    }

    private static void print(Map<TableId, Entry> entries, PrintStream output) {
        if (entries.isEmpty()) {
            output.println("No table was asked for.");
        }
        entries.forEach((table, entry) -> output.println("Table " + table + ": " + describe(entry.state()) + ", since "
                + entry.changedAt() + (entry.message().isEmpty() ? "" : ": " + entry.message())));
    }

    private static String describe(State state) {
        return switch (state) {
            case DUE -> "due, requested by the daemon itself";
            case REQUESTED -> "asked for";
            case COPYING -> "being copied, aside from the replay";
            case FAILED -> "failed, aside from the replay until it is asked for again";
            case JOINED -> "copied, ahead of the replay, which will pass over what it has";
            case DONE -> "copied, replayed with the others";
        };
    }
}
