package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.TableCopyStore;
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
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceFlavor;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ContinuousVerification;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks the preconditions of a cutover, and estimates its downtime. Changes nothing. */
public final class Precheck {

    /** ER_TABLEACCESS_DENIED_ERROR. */
    private static final int TABLE_DENIED = 1142;

    /** ER_NO_SUCH_TABLE: MySQL 5.7 persists no variables. */
    private static final int NO_SUCH_TABLE = 1146;

    /** Tables that every fence but a hook reads; {@code super-read-only} reads one more. */
    private static final List<String> FENCE_TABLES = List.of(
            "performance_schema.replication_applier_status",
            "performance_schema.metadata_locks",
            "performance_schema.threads");

    private static final Set<Phase> STARTING = Set.of(Phase.STARTING, Phase.FOLLOWING);

    /** Of a run of the pipeline that takes over existing progress. */
    private static final Duration LONGEST_START = Duration.ofSeconds(20);

    /** Maximum time from a transaction in the binlog to its commit in the source's storage engine. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** A longer lag lets the drain exceed the downtime that most cutovers may have. */
    private static final double LONG_LAG_SECONDS = 10;

    private static final String LONG_TRANSACTIONS =
            "SELECT trx_mysql_thread_id, TIMESTAMPDIFF(SECOND, trx_started, NOW())"
                    + " FROM information_schema.innodb_trx WHERE trx_rows_modified > 0 AND trx_started < NOW() - INTERVAL 10 SECOND";

    private static final List<String> OWN_DATABASE = List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE");

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
        checkReplication(findings);
        checkDecisions(findings);
        checkVerification(findings, verify);
        checkProgress(findings, verify);
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

    /** Returns the status once no run is about to start: one starts after each followed definition and each copied table. */
    private PipelineStatus runningStatus() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        PipelineStatus status = replay.status();
        while (STARTING.contains(status.phase()) && System.nanoTime() < end) {
            Thread.sleep(POLL_INTERVAL.toMillis());
            status = replay.status();
        }
        return status;
    }

    private void checkReplication(List<CutoverFinding> findings) throws InterruptedException {
        PipelineStatus status = runningStatus();
        if (status.phase() != PipelineStatus.Phase.REPLAYING) {
            findings.add(CutoverFinding.blocker(
                    "The daemon is not replicating: its phase is " + status.phase() + ".",
                    status.waiting() == null
                            ? "wait until it replicates"
                            : status.waiting().problem() + " "
                                    + status.waiting().remedy()));
        }
        if (status.isPaused()) {
            findings.add(
                    CutoverFinding.blocker("An operator has paused replication.", "resume it with: gaussferry resume"));
        }
        if (!status.quarantined().isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The target lacks changes of tables that are quarantined: " + status.quarantined(),
                    "copy the tables again with: gaussferry copy"));
        }
        if (status.lagSeconds() > LONG_LAG_SECONDS) {
            findings.add(CutoverFinding.warning(
                    String.format(Locale.ROOT, "The target is %.0f s behind.", status.lagSeconds()),
                    "wait until it has caught up; writers are refused for as long"));
        }
    }

    private void checkDecisions(List<CutoverFinding> findings) throws InterruptedException {
        DecisionRisk.of(target.commitRule(), target.hasSeveralHosts(), settings.unreplicatedDecisions())
                .ifPresent(findings::add);
    }

    private void checkVerification(List<CutoverFinding> findings, VerifyMode verify) throws InterruptedException {
        ContinuousVerification.State state = replay.verification().state();
        if (state.differences() > 0) {
            findings.add(CutoverFinding.blocker(
                    "The last comparison found " + state.differences() + " different rows.",
                    "show them with gaussferry verify --values, repair the target with --repair, and compare again"));
        }
        if (state.structureDifferences() > 0) {
            findings.add(
                    CutoverFinding.blocker(
                            "The last comparison found " + state.structureDifferences()
                                    + " differences in the definitions of the target's tables.",
                            "list them with gaussferry verify, correct the target's tables or copy them again, and compare again"));
        }
        if (state.rounds() == 0 && verify == VerifyMode.COUNTS) {
            findings.add(CutoverFinding.warning(
                    "This daemon has not completed a comparison of both sides yet.",
                    "contents would not be compared; run gaussferry verify first, or use --verify full"));
        }
        if (verify == VerifyMode.CHANGED) {
            checkComparison(findings);
        }
    }

    private void checkProgress(List<CutoverFinding> findings, VerifyMode verify) throws InterruptedException {
        Found found = target.read("read the progress", connection -> new ProgressStore(pipeline).find(connection))
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.NO_PROGRESS,
                        "Pipeline \"" + pipeline + "\" has no progress on the target.",
                        "wait until the initial copy is complete",
                        null));
        if (found.source().naming() != Naming.GTID) {
            findings.add(CutoverFinding.warning(
                    "The source has no GTIDs: the end of its binlog is the position that the target has to reach.",
                    "no action needed: only transactions write to the binlog, so the position is exact"));
            if (verify != VerifyMode.COUNTS) {
                findings.add(CutoverFinding.blocker(
                        "Without GTIDs contents cannot be compared.", "start with --verify counts"));
            }
            return;
        }
        GtidSet unknown = UnknownTransactions.find(found.progress().executedSet(), side, LONGEST_COMMIT);
        if (!unknown.isEmpty()) {
            findings.add(
                    CutoverFinding.blocker(
                            "The target has transactions that the source does not have: " + unknown,
                            "check that gaussferry.source.url names the right server; the target can never reach the exact position"));
        }
        boolean copying = target
                .read("read which tables are being copied", connection -> new TableCopyStore(pipeline).read(connection))
                .values()
                .stream()
                .anyMatch(copy -> copy.state() != TableCopyStore.State.DONE);
        if (copying) {
            findings.add(CutoverFinding.blocker(
                    "Tables are being copied while replication runs, or their copy has failed.",
                    "wait until the copy is complete; show it with: gaussferry copy --config FILE"));
        }
    }

    private void checkSource(List<CutoverFinding> findings) throws InterruptedException {
        tryTo(findings, "The fence cannot be raised", () -> fence.capture(new FenceOwner(pipeline, "")));
        tryTo(findings, "Prepared XA transactions cannot be read", () -> {
            List<String> prepared = side.preparedTransactions();
            if (!prepared.isEmpty()) {
                findings.add(CutoverFinding.blocker(
                        "The source has prepared XA transactions, which any session could commit: " + prepared,
                        "commit or roll back the transactions that XA RECOVER shows"));
            }
            return "";
        });
        source.ask("check the source", "check the account's privileges", connection -> {
            if (settings.fence() != FenceMethod.HOOK) {
                checkPrivileges(findings, connection);
            }
            checkReplica(findings, connection);
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

    private void checkPrivileges(List<CutoverFinding> findings, Connection connection) throws SQLException {
        List<String> granted = SourceLink.rows(connection, "SHOW GRANTS").stream()
                .map(row -> row.get(0).toUpperCase(Locale.ROOT))
                .toList();
        checkOwnDatabase(findings, granted);
        String grants =
                granted.stream().filter(grant -> grant.contains(" ON *.* ")).collect(Collectors.joining("; "));
        boolean all = grants.contains("ALL PRIVILEGES ON") || grants.contains("SUPER");
        List<String> needed = neededPrivileges(settings.fence(), SourceDialect.of(connection));
        List<String> missing = needed.stream()
                .filter(privilege -> !grants.contains(privilege) && !(all && !privilege.equals("PROCESS")))
                .filter(privilege -> !grants.contains("ALL PRIVILEGES ON"))
                .toList();
        if (!missing.isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The account " + source.settings().user() + " lacks privileges for the fence: "
                            + String.join(", ", missing),
                    "GRANT " + String.join(", ", missing) + " ON *.* TO the account; or name another one:"
                            + " gaussferry.cutover.user" + otherFence(connection)));
        }
    }

    private static List<String> neededPrivileges(FenceMethod fence, SourceDialect dialect) {
        return switch (fence) {
            case SUPER_READ_ONLY -> List.of("SYSTEM_VARIABLES_ADMIN", "CONNECTION_ADMIN", "PROCESS");
            case LOCK_ACCOUNTS ->
                List.of("CREATE USER", dialect.either("CONNECTION_ADMIN", "CONNECTION ADMIN"), "PROCESS");
            // the fence itself names what it lacks
            case MANAGED, HOOK -> List.of();
        };
    }

    /** Recommends the fence for services that do not grant these privileges. */
    private String otherFence(Connection connection) throws SQLException {
        SourceFlavor flavor = SourceFlavor.of(connection);
        return flavor.isManaged() ? "; on " + flavor.title() + " set gaussferry.cutover.fence: managed" : "";
    }

    /** The database stores the owners of the fence and the progress of reverse replication. */
    private void checkOwnDatabase(List<CutoverFinding> findings, List<String> granted) {
        boolean writes = granted.stream()
                .filter(grant -> grant.contains(" ON *.* ") || grant.contains(" ON `GAUSSFERRY`.* "))
                .anyMatch(grant -> grant.contains("ALL PRIVILEGES")
                        || OWN_DATABASE.stream().allMatch(privilege -> grant.contains(privilege)));
        if (!writes) {
            findings.add(CutoverFinding.blocker(
                    "The account " + source.settings().user()
                            + " cannot record the owner of the fence in MySQL: it lacks privileges on the database gaussferry.",
                    "GRANT " + String.join(", ", OWN_DATABASE)
                            + " ON gaussferry.* TO the account; or name another one: gaussferry.cutover.user"));
        }
    }

    private void checkReplica(List<CutoverFinding> findings, Connection connection) throws SQLException {
        List<String> hidden = hiddenTables(connection);
        if (!hidden.isEmpty() && settings.fence() != FenceMethod.HOOK) {
            findings.add(CutoverFinding.blocker(
                    "The account " + source.settings().user() + " cannot read " + String.join(", ", hidden)
                            + ", which the fence needs.",
                    "GRANT SELECT ON performance_schema.* TO the account"));
            return;
        }
        if (SourceDialect.of(connection).isReplicating(connection) && settings.fence() != FenceMethod.HOOK) {
            findings.add(CutoverFinding.blocker(
                    "The source is a replica: its fence does not stop the changes that it replicates.",
                    "fence its primary by a hook (gaussferry.cutover.fence: hook), or use the primary as the source"));
        }
    }

    /** Returns the tables of performance_schema that the fence reads, and the account may not. */
    private List<String> hiddenTables(Connection connection) throws SQLException {
        List<String> hidden = new ArrayList<>();
        List<String> tables = new ArrayList<>(SourceDialect.of(connection).either(FENCE_TABLES, List.<String>of()));
        if (!tables.isEmpty() && settings.fence() == FenceMethod.SUPER_READ_ONLY) {
            tables.add("performance_schema.persisted_variables");
        }
        for (String table : tables) {
            try {
                Sql.exists(connection, "SELECT 1 FROM " + table + " LIMIT 1");
            } catch (SQLException e) {
                if (e.getErrorCode() == TABLE_DENIED) {
                    hidden.add(table);
                } else if (e.getErrorCode() != NO_SUCH_TABLE) {
                    throw e;
                }
            }
        }
        return hidden;
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
