package io.gaussferry.cutover.compare;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Compares as {@link Comparison} would, while writers write: the same structure and the same rows, each range at a common position.
 * With {@code --verify counts} the rows of both sides are counted for the time that this takes; the counts differ while writers write.
 */
public final class ComparisonRehearsal {

    private final Links links;
    private final Function<List<TablePattern>, VerifySettings> settings;
    private final VerifiedTables verified;

    /** @param settings of a comparison of these tables, or of all if the list is empty */
    public ComparisonRehearsal(
            Links links, Function<List<TablePattern>, VerifySettings> settings, VerifiedTables verified) {
        this.links = links;
        this.settings = settings;
        this.verified = verified;
    }

    /**
     * Compares; returns a description.
     *
     * @throws GaussferryException of category DATA if VERIFY would find a difference
     */
    public String run(VerifyMode mode, StepControl control) throws InterruptedException {
        ComparisonScope scope = scope(mode);
        if (mode == VerifyMode.COUNTS) {
            return count(scope.counted(), control) + " tables counted";
        }
        int structures = new StructureRequirement(settings.apply(List.of()))
                .require(control)
                .tables();
        String done = "structure of " + structures + " tables is equal; ";
        if (scope.isEmpty()) {
            return done + "no row has changed since all tables were found equal";
        }
        VerificationReport report = new Interruptible(control)
                .run(() -> new Verification(
                                settings.apply(scope.patterns(false)), scope, rows -> {}, ChunkListener.NONE)
                        .runRows());
        if (report.differenceCount() > 0) {
            throw new GaussferryException(
                    ErrorCode.SIDES_DIFFER,
                    "The sides are not equal: " + report.differenceCount() + " rows differ.",
                    "show them with gaussferry verify --values, repair the target with --repair, and rehearse again",
                    null);
        }
        return done
                + String.format(
                        Locale.ROOT,
                        "%d rows in %d tables are equal",
                        report.rows(),
                        report.tables().size());
    }

    private ComparisonScope scope(VerifyMode mode) throws InterruptedException {
        Set<TableId> copied = verified.copiedSince(
                links.target().read("read which tables were copied", new TableCopyStore(links.pipeline())::read));
        return links.source().ask("read the definitions", "check the account's privileges", connection -> {
            List<TableDefinition> tables =
                    List.copyOf(new MySqlSchemaReader(connection, links.source().settings())
                            .read()
                            .definitions());
            return switch (mode) {
                case COUNTS -> ComparisonScope.nothing(tables);
                case FULL -> ComparisonScope.everything(tables);
                case CHANGED ->
                    ComparisonScope.changed(tables, TableSizes.read(connection), verified.changedRows(), copied);
            };
        });
    }

    private int count(List<TableDefinition> tables, StepControl control) throws InterruptedException {
        if (tables.isEmpty()) {
            return 0;
        }
        return links.source().ask("count rows", "check the accounts' privileges", connection -> {
            Connection target = links.target().openAnother();
            try (target;
                    StepControl.Registration cut = control.onAbort(() -> ConnectionAborter.abort(target))) {
                int counted = RowCounts.of(tables, connection, target, control).size();
                target.rollback();
                return counted;
            }
        });
    }
}
