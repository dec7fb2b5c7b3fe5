package io.gaussferry.cutover;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.VerifySettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares both sides while nobody writes to either. Anything that differs, or of which nothing can be told, ends the cutover. */
final class Comparison {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    /** A difference is reported by its first rows. */
    private static final int NAMED = 5;

    private final String pipeline;
    private final SourceLink source;
    private final TargetLink target;
    private final Function<List<TablePattern>, VerifySettings> settings;
    private final VerifiedTables verified;
    private final BooleanSupplier appliersAreIdle;

    /**
     * @param settings of a comparison of some tables, none for all
     * @param appliersAreIdle whether all that appliers have committed is counted
     */
    Comparison(
            String pipeline,
            SourceLink source,
            TargetLink target,
            Function<List<TablePattern>, VerifySettings> settings,
            VerifiedTables verified,
            BooleanSupplier appliersAreIdle) {
        this.pipeline = pipeline;
        this.source = source;
        this.target = target;
        this.settings = settings;
        this.verified = verified;
        this.appliersAreIdle = appliersAreIdle;
    }

    /** Returns what was compared, in words. */
    String run(Cutover cutover, StepControl control) throws InterruptedException {
        while (!appliersAreIdle.getAsBoolean()) {
            control.pause(BETWEEN_LOOKS);
        }
        List<TableDefinition> tables = new ArrayList<>();
        String counted = source.ask("count rows", "check the accounts' privileges", connection -> {
            tables.addAll(
                    new MySqlSchemaReader(connection, settings.apply(List.of()).source())
                            .read()
                            .definitions());
            return count(tables, connection, control);
        });
        VerifyMode mode = cutover.request().verify();
        if (mode == VerifyMode.COUNTS) {
            return counted + "; contents were not compared";
        }
        Set<TableId> chosen = chosen(tables, mode);
        if (chosen.isEmpty()) {
            return counted + "; no table has changed since all were found equal";
        }
        boolean all = chosen.size() == tables.size();
        VerificationReport report = compare(
                all ? List.of() : chosen.stream().map(TablePattern::exactly).toList(), control);
        requireEqual(report);
        return counted + "; every value of " + report.rows() + " rows in "
                + report.tables().size() + " tables is equal"
                + (all
                        ? ""
                        : ", the other " + (tables.size() - chosen.size())
                                + " have not changed since they were found equal");
    }

    private String count(List<TableDefinition> tables, Connection connection, StepControl control) throws SQLException {
        Connection onTarget = target.openAnother();
        try (onTarget;
                StepControl.Registration cut = control.onAbort(() -> CutOff.now(onTarget))) {
            List<RowCounts.Count> counts = RowCounts.of(tables, connection, onTarget, control);
            onTarget.rollback();
            List<RowCounts.Count> different = counts.stream()
                    .filter(count -> count.source() != count.target())
                    .toList();
            if (!different.isEmpty()) {
                throw differs(different.stream()
                        .limit(NAMED)
                        .map(count -> count.table() + " has " + count.source() + " rows at the source and "
                                + count.target() + " on the target")
                        .collect(Collectors.joining("; ")));
            }
            return counts.stream().mapToLong(RowCounts.Count::source).sum() + " rows counted in " + counts.size()
                    + " tables";
        }
    }

    private Set<TableId> chosen(List<TableDefinition> tables, VerifyMode mode) throws InterruptedException {
        Set<TableId> copied = target.transact(
                "read which tables were copied beside the replay",
                connection -> new HashSet<>(
                        new TableCopyStore(pipeline).read(connection).keySet()));
        return tables.stream()
                .filter(table -> mode == VerifyMode.FULL
                        || !verified.isUnchanged(table.id())
                        // what an action of a key or a copy changes is counted nowhere
                        || table.extras().foreignKeys().stream().anyMatch(ForeignKeyDefinition::cascades)
                        || copied.contains(table.id()))
                .map(TableDefinition::id)
                .collect(Collectors.toSet());
    }

    /** The comparison has threads of its own, and ends when its caller is interrupted. */
    private VerificationReport compare(List<TablePattern> tables, StepControl control) throws InterruptedException {
        Thread caller = Thread.currentThread();
        try (StepControl.Registration registered = control.onAbort(caller::interrupt)) {
            return new Verification(settings.apply(tables), rows -> {}).run();
        } catch (InterruptedException e) {
            control.check();
            throw e;
        } finally {
            if (control.reason() != null) {
                // the interruption that came with it has had its effect
                Thread.interrupted();
            }
        }
    }

    private static void requireEqual(VerificationReport report) {
        if (report.differenceCount() > 0) {
            throw differs(report.differenceCount() + " rows differ, among them "
                    + report.differences().stream()
                            .limit(NAMED)
                            .map(Comparison::describe)
                            .collect(Collectors.joining("; ")));
        }
        List<TableOutcome> undecided = report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .toList();
        if (!undecided.isEmpty()) {
            throw differs("of these tables nothing can be told: "
                    + undecided.stream()
                            .map(table -> table.table() + " (" + table.undecided() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String describe(Difference difference) {
        return difference.kind() + " in " + difference.table() + ", key "
                + difference.key().stream()
                        .map(value -> value.column() + " = " + value.text())
                        .collect(Collectors.joining(", "));
    }

    private static GaussferryException differs(String what) {
        return new GaussferryException(
                ErrorCategory.DATA,
                "The sides are not equal: " + what + ".",
                "gaussferry verify --values shows the rows, --repair makes the target right; then begin again",
                null);
    }
}
