package io.gaussferry.app.copy;

import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.TableCopyRequest;
import io.gaussferry.pipeline.snapshot.TableCopyRequest.Planned;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code copy}: adds a table or copies it again while the other tables are replicated. */
@Command(
        name = "copy",
        description = {
            "Copies tables while the other tables are replicated: tables that were created during the migration, were"
                    + " quarantined, or differ. The running daemon starts within seconds; if none is running, the next one does."
                    + " Requires GTIDs and tables without foreign keys.",
            "Without --table, lists the requests and their state."
        },
        footer = "%nExit code: 0 the request was recorded; 1 a server failed; 2 refused: no request was recorded.")
public final class CopyCommand implements Callable<Integer> {

    private final PrintStream output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--table",
            paramLabel = "DATABASE.TABLE",
            description = "A table, spelled as on the source; may be repeated.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--replace",
            description =
                    "Remove the table's existing rows on the target; without it, a table with rows is refused. Until the"
                            + " copy is complete, readers see the table empty or incomplete.")
    private boolean replace;

    /** Creates the command. */
    public CopyCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        if (replace && names.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--replace is given without --table");
        }
        List<TableId> tables = names.stream().map(CopyCommand::table).distinct().toList();
        PipelineSettings settings = configuration.read();
        if (tables.isEmpty()) {
            print(TableCopyRequest.known(settings), output);
        } else {
            print(new TableCopyRequest(settings, tables, replace).run(), output);
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
