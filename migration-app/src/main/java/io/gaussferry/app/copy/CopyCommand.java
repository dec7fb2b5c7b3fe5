package io.gaussferry.app.copy;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.ErrorCode;
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

/** {@code copy --config FILE --table DATABASE.TABLE}: adds a table or copies it again while the other tables are replicated. */
public final class CopyCommand {

    /** The help of {@code copy}. */
    public static final String USAGE = """
            Usage: gaussferry copy --config FILE [--table DATABASE.TABLE ...] [--replace]

            Copies tables while the other tables are replicated: tables that were created during the migration, were
            quarantined, or differ. The running daemon starts within seconds; if none is running, the next one does. Requires
            GTIDs and tables without foreign keys. Without --table, lists the requests and their state.

              --config FILE            the configuration of the migration
              --table DATABASE.TABLE   a table, spelled as on the source; may be given several times
              --replace                remove the table's existing rows on the target; without it, a table with rows is refused.
                                       Until the copy is complete, readers see the table empty or incomplete

            Exit code: 0 the request was recorded, 1 a server failed, 2 refused: no request was recorded.
            """;

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--table")
        private List<String> tables = new ArrayList<>();

        @Option(names = "--replace")
        private boolean replace;
    }

    private CopyCommand() {}

    /**
     * Runs {@code copy}.
     *
     * @throws GaussferryException if the request cannot be recorded
     */
    public static int run(List<String> arguments, PrintStream output) {
        Arguments given = Optional.of(CommandArguments.read(new Arguments(), arguments))
                .filter(read -> !read.replace || !read.tables.isEmpty())
                .orElseThrow(
                        () -> CommandArguments.invalid(
                                "copy",
                                arguments,
                                "write gaussferry copy --config FILE --table DATABASE.TABLE; gaussferry copy --help lists the options"));
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

    private static TableId table(String name) {
        int dot = name.indexOf('.');
        if (dot < 1 || dot == name.length() - 1) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "\"" + name + "\" is not the name of a table.",
                    "write DATABASE.TABLE, such as shop.orders",
                    null);
        }
        return new TableId(name.substring(0, dot), name.substring(dot + 1));
    }

    private static void print(List<Planned> planned, PrintStream output) {
        for (Planned each : planned) {
            output.println("Table " + each.table() + " " + describe(each) + ".");
        }
        output.println(
                "The daemon starts within seconds. Until the log reports that a table is replicated with the others again, its"
                        + " rows on the target are not consistent with those of the other tables.");
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
            output.println("No copy of a table was requested.");
        }
        entries.forEach((table, entry) -> output.println("Table " + table + ": " + describe(entry.state()) + ", since "
                + entry.changedAt() + (entry.message().isEmpty() ? "" : ": " + entry.message())));
    }

    private static String describe(State state) {
        return switch (state) {
            case DUE -> "requested by the daemon";
            case REQUESTED -> "requested";
            case COPYING -> "being copied, not replicated meanwhile";
            case FAILED -> "failed, not replicated until it is requested again";
            case JOINED -> "copied; replication skips the changes that the copy contains";
            case DONE -> "copied, replicated with the other tables";
        };
    }
}
