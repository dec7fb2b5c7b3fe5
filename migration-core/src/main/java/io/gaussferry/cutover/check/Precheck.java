package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.convert.TypeMapping;
import io.gaussferry.cutover.check.Forecast.Part;
import io.gaussferry.cutover.compare.ComparisonScope;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.ObjectObstacle;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.cutover.objects.TargetObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.changed.ChangedKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks for what can make a cutover fail, and for how long it would take. Changes nothing. */
public final class Precheck {

    /** Rows compared a second over one connection on two cores; before a comparison has been made, nothing better is known. */
    private static final double ASSUMED_ROWS_PER_SECOND = 200_000;

    /** Two looks at a source that stands still, and statements that take milliseconds. */
    private static final double FENCE_SECONDS = 0.3;

    private static final double SECONDS_PER_OBJECT = 0.05;

    /** Measured on openGauss 6.0.2 on two busy cores, a narrow table. */
    private static final double REWRITTEN_ROWS_PER_SECOND = 150_000;

    /** Beyond, a drain is longer than most cutovers are allowed to be. */
    private static final double LONG_LAG_SECONDS = 10;

    private static final String LONG_TRANSACTIONS =
            "SELECT trx_mysql_thread_id, TIMESTAMPDIFF(SECOND, trx_started, NOW())"
                    + " FROM information_schema.innodb_trx WHERE trx_rows_modified > 0 AND trx_started < NOW() - INTERVAL 10 SECOND";

    private static final List<String> OWN_DATABASE = List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE");

    private final String pipeline;
    private final CutoverSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final MySqlSource side;
    private final TargetObjects objects;
    private final Fence fence;
    private final ReplayView replay;
    private final VerifiedTables verified;
    private final ReverseArming reverse;

    /** A look at these servers and this replay. */
    public Precheck(
            Links links,
            CutoverSettings settings,
            TargetObjects objects,
            Fence fence,
            ReplayView replay,
            VerifiedTables verified,
            ReverseArming reverse) {
        this.pipeline = links.pipeline();
        this.settings = settings;
        this.source = links.source();
        this.target = links.target();
        this.side = new MySqlSource(source, pipeline);
        this.objects = objects;
        this.fence = fence;
        this.replay = replay;
        this.verified = verified;
        this.reverse = reverse;
    }

    /** Looks at everything that a cutover needs. */
    public CutoverCheck run(VerifyMode verify) throws InterruptedException {
        List<CutoverFinding> findings = new ArrayList<>();
        checkReplay(findings);
        checkVerification(findings, verify);
        checkProgress(findings, verify);
        checkSource(findings);
        ObjectPlan plan = plan(findings);
        checkWayBack(findings);
        return new CutoverCheck(findings, plan, forecast(plan, verify));
    }

    private void checkWayBack(List<CutoverFinding> findings) throws InterruptedException {
        for (String problem : reverse.check()) {
            findings.add(
                    CutoverFinding.warning("There is no way back: " + problem, "mend it, or begin with --no-way-back"));
        }
    }

    private void checkReplay(List<CutoverFinding> findings) {
        PipelineStatus status = replay.status();
        if (status.phase() != PipelineStatus.Phase.REPLAYING) {
            findings.add(CutoverFinding.blocker(
                    "The daemon does not replay: it is " + status.phase() + ".",
                    status.waiting() == null
                            ? "wait until it replays"
                            : status.waiting().problem() + " "
                                    + status.waiting().remedy()));
        }
        if (status.isPaused()) {
            findings.add(CutoverFinding.blocker("An operator holds the replay back.", "gaussferry resume"));
        }
        if (!status.quarantined().isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The target lacks changes of tables that are quarantined: " + status.quarantined(),
                    "copy them again: gaussferry copy"));
        }
        if (status.lagSeconds() > LONG_LAG_SECONDS) {
            findings.add(CutoverFinding.warning(
                    String.format(Locale.ROOT, "The target is %.0f s behind.", status.lagSeconds()),
                    "wait until it has caught up: writers are refused for as long"));
        }
    }

    private void checkVerification(List<CutoverFinding> findings, VerifyMode verify) {
        ContinuousVerification.State state = replay.verification().state();
        if (state.differences() > 0) {
            findings.add(CutoverFinding.blocker(
                    "The last comparison found " + state.differences() + " rows that differ.",
                    "gaussferry verify --values shows them, --repair makes the target right; then compare again"));
        }
        if (state.structureDifferences() > 0) {
            findings.add(
                    CutoverFinding.blocker(
                            "The last comparison found " + state.structureDifferences()
                                    + " differences in the definitions of the target's tables.",
                            "gaussferry verify names them: change them on the target, or have the table copied again; then compare again"));
        }
        if (state.rounds() == 0 && verify != VerifyMode.FULL) {
            findings.add(CutoverFinding.warning(
                    "This daemon has not compared the sides completely yet.",
                    verify == VerifyMode.CHANGED
                            ? "every value is compared while writers are refused; to spare that, let a round end first: gaussferry.verify.share, or the page"
                            : "contents are compared by nobody: gaussferry verify first, or --verify full"));
        }
    }

    private void checkProgress(List<CutoverFinding> findings, VerifyMode verify) throws InterruptedException {
        StandStill now = side.position();
        Found found = target.read("read the progress", connection -> new ProgressStore(pipeline).find(connection))
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Pipeline \"" + pipeline + "\" has no progress on the target.",
                        "wait until the initial copy is complete",
                        null));
        if (found.source().naming() != Naming.GTID) {
            findings.add(CutoverFinding.warning(
                    "The source has no GTIDs: the end of its binlog is the position to come to.",
                    "nothing writes to the source's binlog but transactions, so that this is exact"));
            if (verify != VerifyMode.COUNTS) {
                findings.add(CutoverFinding.blocker(
                        "Without GTIDs contents cannot be compared.", "begin with --verify counts"));
            }
            return;
        }
        GtidSet unknown = found.progress().executedSet().minus(GtidSet.parse(now.gtidSet()));
        GtidSet later = GtidSet.parse(side.position().gtidSet());
        if (!unknown.minus(later).isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The target has transactions that the source does not know: " + unknown.minus(later),
                    "is gaussferry.source.url the right server? The position could never be reached exactly"));
        }
        boolean copying = target
                .read("read what is being copied", connection -> new TableCopyStore(pipeline).read(connection))
                .values()
                .stream()
                .anyMatch(copy -> copy.state() != TableCopyStore.State.DONE);
        if (copying) {
            findings.add(CutoverFinding.blocker(
                    "Tables are being copied beside the replay, or their copy has failed.",
                    "wait until they are done: gaussferry copy --config FILE"));
        }
    }

    private void checkSource(List<CutoverFinding> findings) throws InterruptedException {
        tryTo(findings, "The fence cannot be raised", () -> fence.look(new FenceOwner(pipeline, "")));
        tryTo(findings, "Prepared XA transactions cannot be looked for", () -> {
            List<String> prepared = side.preparedTransactions();
            if (!prepared.isEmpty()) {
                findings.add(CutoverFinding.blocker(
                        "Transactions are prepared by XA, and could be committed at any time: " + prepared,
                        "commit or roll them back: XA RECOVER shows them"));
            }
            return "";
        });
        source.ask("look at the source", "check the account's privileges", connection -> {
            if (settings.fence() != FenceMethod.HOOK) {
                checkPrivileges(findings, connection);
            }
            checkReplica(findings, connection);
            checkWriters(findings, connection);
            return true;
        });
    }

    private interface Look {
        String run() throws InterruptedException;
    }

    private static void tryTo(List<CutoverFinding> findings, String what, Look look) throws InterruptedException {
        try {
            look.run();
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
        List<String> needed = settings.fence() == FenceMethod.SUPER_READ_ONLY
                ? List.of("SYSTEM_VARIABLES_ADMIN", "CONNECTION_ADMIN", "PROCESS")
                : List.of("CREATE USER", "CONNECTION_ADMIN", "PROCESS");
        List<String> lacking = needed.stream()
                .filter(privilege -> !grants.contains(privilege) && !(all && !privilege.equals("PROCESS")))
                .filter(privilege -> !grants.contains("ALL PRIVILEGES ON"))
                .toList();
        if (!lacking.isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The account " + source.settings().user() + " lacks privileges for the fence: "
                            + String.join(", ", lacking),
                    "GRANT " + String.join(", ", lacking) + " ON *.* TO the account; or name another one:"
                            + " gaussferry.cutover.user"));
        }
    }

    /** Whose fence it is, is kept there, and so is the progress of reverse replication. */
    private void checkOwnDatabase(List<CutoverFinding> findings, List<String> granted) {
        boolean writes = granted.stream()
                .filter(grant -> grant.contains(" ON *.* ") || grant.contains(" ON `GAUSSFERRY`.* "))
                .anyMatch(grant -> grant.contains("ALL PRIVILEGES")
                        || OWN_DATABASE.stream().allMatch(privilege -> grant.contains(privilege)));
        if (!writes) {
            findings.add(CutoverFinding.blocker(
                    "The account " + source.settings().user()
                            + " cannot keep in MySQL whose fence it is: it lacks privileges on the database gaussferry.",
                    "GRANT " + String.join(", ", OWN_DATABASE)
                            + " ON gaussferry.* TO the account; or name another one: gaussferry.cutover.user"));
        }
    }

    private void checkReplica(List<CutoverFinding> findings, Connection connection) throws SQLException {
        boolean replica = !SourceLink.rows(
                        connection,
                        "SELECT 1 FROM performance_schema.replication_applier_status WHERE service_state = 'ON'")
                .isEmpty();
        if (replica && settings.fence() != FenceMethod.HOOK) {
            findings.add(
                    CutoverFinding.blocker(
                            "The source is a replica itself: what it replicates is held by no fence of its own.",
                            "fence the server that is written to by a hook (gaussferry.cutover.fence: hook), or name that one as the source"));
        }
    }

    private void checkWriters(List<CutoverFinding> findings, Connection connection) throws SQLException {
        for (List<String> row : SourceLink.rows(connection, LONG_TRANSACTIONS)) {
            findings.add(CutoverFinding.warning(
                    "Session " + row.get(0) + " has had a writing transaction open for " + row.get(1) + " s.",
                    "let it end, or know that the fence ends it"));
        }
        long events = Long.parseLong(
                SourceLink.rows(connection, "SELECT COUNT(*) FROM information_schema.events WHERE status = 'ENABLED'")
                        .get(0)
                        .get(0));
        if (events > 0) {
            findings.add(CutoverFinding.warning(
                    "The source has " + events
                            + " events that are enabled; what they write is refused from the fence on.",
                    "write their equals for the target, and disable them before: ALTER EVENT … DISABLE"));
        }
        if (settings.fence() == FenceMethod.LOCK_ACCOUNTS) {
            findings.add(CutoverFinding.warning(
                    "Only these accounts are held by the fence: "
                            + settings.accounts().stream()
                                    .map(SourceAccount::toString)
                                    .collect(Collectors.joining(", "))
                            + ".",
                    "make sure that nobody else writes to the replicated tables"));
        }
    }

    private ObjectPlan plan(List<CutoverFinding> findings) throws InterruptedException {
        ObjectPlan plan = objects.plan();
        for (ObjectObstacle obstacle : objects.obstacles()) {
            findings.add(CutoverFinding.blocker(obstacle.problem(), obstacle.remedy()));
        }
        if (!plan.manual().isEmpty()) {
            findings.add(CutoverFinding.warning(
                    plan.manual().size() + " things of the source are not brought along, and are work for a person.",
                    "see the list below, and prepare their equals on the target"));
        }
        return plan;
    }

    private Forecast forecast(ObjectPlan plan, VerifyMode verify) throws InterruptedException {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(CutoverStep.FENCE, FENCE_SECONDS, "two looks at a source that stands still"));
        parts.add(drain());
        Sizes sizes = sizes(verify);
        parts.add(new Part(
                CutoverStep.VERIFY,
                sizes.counted() / (5 * ASSUMED_ROWS_PER_SECOND)
                        + (sizes.whole() + ComparisonScope.LOOKUP_COST * sizes.lookedUp()) / ASSUMED_ROWS_PER_SECOND,
                "about " + sizes.counted() + " rows to be counted, " + sizes.whole()
                        + " compared in whole tables, and by now " + sizes.lookedUp()
                        + " that were changed since their tables were found equal"));
        parts.add(new Part(
                CutoverStep.OBJECTS,
                SECONDS_PER_OBJECT * (plan.actions().size() + 1) + sizes.rewritten() / REWRITTEN_ROWS_PER_SECOND,
                plan.actions().size() + " objects"
                        + (sizes.rewritten() == 0
                                ? ""
                                : ", and about " + sizes.rewritten() + " rows that are rewritten for AUTO_INCREMENT")
                        + "; foreign keys are checked against their rows, which may take longer"));
        parts.add(new Part(CutoverStep.SWITCH, 0, "and what your hooks take"));
        return new Forecast(parts);
    }

    /**
     * How much there is.
     *
     * @param counted about how many rows are counted
     * @param whole about how many rows the tables have that are compared as a whole
     * @param lookedUp how many rows are compared by their keys
     * @param rewritten about how many rows those tables have that the dolphin plugin rewrites when a column becomes AUTO_INCREMENT
     */
    private record Sizes(long counted, long whole, long lookedUp, long rewritten) {}

    private Sizes sizes(VerifyMode verify) throws InterruptedException {
        boolean rewrites = TypeMapping.isDolphin(target.dialect().profile());
        Set<TableId> copied = target.read(
                "read which tables were copied beside the replay",
                connection ->
                        Set.copyOf(new TableCopyStore(pipeline).read(connection).keySet()));
        return source.ask("estimate the rows", "check the account's privileges", connection -> {
            TableSizes sizes = TableSizes.read(connection);
            List<TableDefinition> tables = List.copyOf(
                    new MySqlSchemaReader(connection, source.settings()).read().definitions());
            ComparisonScope scope = switch (verify) {
                case COUNTS -> ComparisonScope.nothing(tables);
                case FULL -> ComparisonScope.everything(tables);
                case CHANGED -> ComparisonScope.changed(tables, sizes, verified.changedRows(), copied);
            };
            return new Sizes(
                    rows(scope.counted(), sizes),
                    rows(scope.whole(), sizes),
                    scope.changed().values().stream()
                            .mapToLong(ChangedKeys::size)
                            .sum(),
                    rewrites
                            ? rows(
                                    tables.stream()
                                            .filter(Precheck::hasAutoIncrement)
                                            .toList(),
                                    sizes)
                            : 0);
        });
    }

    private static long rows(List<TableDefinition> tables, TableSizes sizes) {
        return tables.stream().mapToLong(table -> sizes.rows(table.id())).sum();
    }

    private static boolean hasAutoIncrement(TableDefinition table) {
        return table.columns().stream()
                .anyMatch(column -> table.extras().column(column.name()).autoIncrement());
    }

    private Part drain() {
        PipelineStatus status = replay.status();
        ReplayStatistics.Snapshot committed = replay.statistics().snapshot();
        double speed = committed.activeSeconds() > 0 ? committed.transactions() / committed.activeSeconds() : 0;
        Long behind = status.behindTransactions();
        if (behind == null || speed == 0) {
            return new Part(CutoverStep.DRAIN, status.lagSeconds(), "the present lag");
        }
        return new Part(
                CutoverStep.DRAIN,
                Math.max(status.lagSeconds() / 10, behind / speed),
                behind + " transactions behind, at " + Math.round(speed) + " a second in the mean since the start");
    }
}
