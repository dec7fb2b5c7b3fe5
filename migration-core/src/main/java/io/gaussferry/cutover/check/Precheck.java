package io.gaussferry.cutover.check;

import io.gaussferry.cutover.compare.WholeTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.ObjectObstacle;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the preconditions of a cutover, and estimates its downtime. Changes nothing. */
public final class Precheck {

    /** A transaction manager commits what it has prepared sooner; what remains may be forgotten. */
    private static final Duration PREPARED_PASSES = Duration.ofSeconds(1);

    private static final String LONG_TRANSACTIONS =
            "SELECT trx_mysql_thread_id, TIMESTAMPDIFF(SECOND, trx_started, NOW())"
                    + " FROM information_schema.innodb_trx WHERE trx_rows_modified > 0 AND trx_started < NOW() - INTERVAL 10 SECOND";

    private final String pipeline;
    private final CutoverSettings settings;
    private final Set<String> users;
    private final SourceLink source;
    private final TargetLink target;
    private final MySqlSource side;
    private final DeferredObjects objects;
    private final Fence fence;
    private final ReplayView replay;
    private final Forecaster forecaster;
    private final ReverseArming reverse;

    /**
     * Creates a check of these servers and this pipeline.
     *
     * @param users the user names of this migration at the source
     */
    public Precheck(
            Links links,
            CutoverSettings settings,
            Set<String> users,
            DeferredObjects objects,
            Fence fence,
            ReplayView replay,
            Forecaster forecaster,
            ReverseArming reverse) {
        this.pipeline = links.pipeline();
        this.settings = settings;
        this.users = users;
        this.source = links.source();
        this.target = links.target();
        this.side = new MySqlSource(source, pipeline);
        this.objects = objects;
        this.fence = fence;
        this.replay = replay;
        this.forecaster = forecaster;
        this.reverse = reverse;
    }

    /**
     * Runs all checks.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     */
    public CutoverCheck run(VerifyMode verify, boolean isArmed) throws InterruptedException {
        List<CutoverFinding> findings = new ArrayList<>();
        findings.addAll(new ReplicationCheck(replay).run());
        checkDecisions(findings);
        findings.addAll(VerificationFindings.of(replay.verification().state(), verify));
        if (verify == VerifyMode.CHANGED) {
            checkComparison(findings);
        }
        findings.addAll(new PositionCheck(pipeline, target, side).run(verify));
        checkSource(findings);
        ObjectPlan plan = plan(findings);
        checkReverseReplication(findings);
        findings.addAll(GeneratedColumnsCheck.of(tables(), plan));
        Forecast forecast = predict(findings, verify, isArmed);
        forecast.excess(settings.maximumRefused()).ifPresent(findings::add);
        return new CutoverCheck(findings, plan, forecast);
    }

    /** Returns the forecast; an empty one if the servers do not allow it for the reason of a blocker. */
    private Forecast predict(List<CutoverFinding> findings, VerifyMode verify, boolean isArmed)
            throws InterruptedException {
        try {
            return forecaster.predict(verify, isArmed, Forecaster.Rehearsed.NOTHING);
        } catch (GaussferryException e) {
            if (findings.stream().noneMatch(finding -> finding.severity() == CutoverFinding.Severity.BLOCKER)) {
                throw e;
            }
            return new Forecast(List.of());
        }
    }

    private void checkReverseReplication(List<CutoverFinding> findings) throws InterruptedException {
        for (String problem : reverse.check()) {
            findings.add(CutoverFinding.warning(
                    "Reverse replication is not possible: " + problem,
                    "resolve it, or start with --no-reverse-replication"));
        }
        List<TableDefinition> tables = reverse.tables();
        source.ask("check the privileges for a return", "check the account's privileges", connection -> {
            CounterPrivileges.check(connection, tables).ifPresent(findings::add);
            return true;
        });
    }

    private void checkDecisions(List<CutoverFinding> findings) throws InterruptedException {
        DecisionRisk.of(target.commitRule(), target.hasSeveralHosts(), settings.unreplicatedDecisions())
                .ifPresent(findings::add);
    }

    private void checkSource(List<CutoverFinding> findings) throws InterruptedException {
        tryTo(findings, "The fence cannot be raised", () -> fence.capture(new FenceOwner(pipeline, "")));
        tryTo(findings, "Prepared XA transactions cannot be read", () -> {
            List<String> prepared = side.preparedTransactions();
            if (!prepared.isEmpty()) {
                Thread.sleep(PREPARED_PASSES.toMillis());
                prepared = new ArrayList<>(prepared);
                prepared.retainAll(side.preparedTransactions());
            }
            if (!prepared.isEmpty()) {
                findings.add(CutoverFinding.blocker(
                        "The source has prepared XA transactions, which any session could commit: " + prepared,
                        "commit or roll back the transactions that XA RECOVER shows"));
            }
            return "";
        });
        source.ask("check the source", "check the account's privileges", connection -> {
            findings.addAll(
                    new FenceConditions(settings.fence(), source.settings().user()).find(connection));
            checkWriters(findings, connection);
            return true;
        });
    }

    private interface Check {
        String run() throws InterruptedException;
    }

    private static void tryTo(List<CutoverFinding> findings, String what, Check check) throws InterruptedException {
        try {
            check.run();
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            findings.add(CutoverFinding.blocker(what + ": " + e.problem(), e.remedy()));
        }
    }

    private void checkWriters(List<CutoverFinding> findings, Connection connection) throws SQLException {
        for (List<String> row : SourceLink.rows(connection, LONG_TRANSACTIONS)) {
            findings.add(CutoverFinding.warning(
                    "Session " + row.get(0) + " has had a writing transaction open for " + row.get(1) + " s.",
                    "let the transaction end; otherwise the fence ends its session"));
        }
        new FencePassers(settings, source.settings(), users).find(findings, connection);
    }

    private ObjectPlan plan(List<CutoverFinding> findings) throws InterruptedException {
        ObjectPlan plan = objects.plan();
        for (ObjectObstacle obstacle : objects.obstacles()) {
            findings.add(CutoverFinding.blocker(obstacle.problem(), obstacle.remedy()));
        }
        if (!plan.manual().isEmpty()) {
            findings.add(CutoverFinding.warning(
                    plan.manual().size() + " objects of the source are not migrated and need manual work.",
                    "prepare replacements on the target for the objects listed below"));
        }
        GuardFindings.of(plan, settings.guards()).ifPresent(findings::add);
        return plan;
    }

    /** Returns the tables that are compared as a whole while writers are refused, if they change until then. */
    static List<TableDefinition> wholeTables(List<TableDefinition> tables) {
        return tables.stream()
                .filter(table -> WholeTables.isComparedWhole(table, tables))
                .toList();
    }

    /** Reports what is compared before FENCE, and the tables whose comparison while writers are refused takes long. */
    private void checkComparison(List<CutoverFinding> findings) throws InterruptedException {
        findings.addAll(source.ask("estimate the rows", "check the account's privileges", connection -> {
            TableSizes sizes = TableSizes.read(connection);
            List<TableDefinition> tables = tables(connection);
            return ComparisonFindings.of(tables, wholeTables(tables), sizes, Forecaster.ROWS_PER_SECOND);
        }));
    }

    private List<TableDefinition> tables() throws InterruptedException {
        return source.ask("read the definitions", "check the account's privileges", this::tables);
    }

    private List<TableDefinition> tables(Connection connection) throws SQLException {
        return List.copyOf(
                new MySqlSchemaReader(connection, source.settings()).read().definitions());
    }
}
