package io.gaussferry.preflight;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.HostInspection;
import io.gaussferry.opengauss.TargetCluster;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceAccountCheck;
import io.gaussferry.preflight.mysql.SourceCompletenessCheck;
import io.gaussferry.preflight.mysql.SourceObjectsCheck;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.mysql.SourceSettingsCheck;
import io.gaussferry.preflight.mysql.TableFilterCheck;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.preflight.opengauss.TargetCommitsCheck;
import io.gaussferry.preflight.opengauss.TargetConstraintsCheck;
import io.gaussferry.preflight.opengauss.TargetDecodingCheck;
import io.gaussferry.preflight.opengauss.TargetHostsCheck;
import io.gaussferry.preflight.opengauss.TargetPrivilegesCheck;
import io.gaussferry.preflight.opengauss.TargetServer;
import io.gaussferry.preflight.opengauss.TargetServerCheck;
import io.gaussferry.preflight.opengauss.TargetTablesCheck;
import io.gaussferry.preflight.opengauss.TargetTuningCheck;
import io.gaussferry.preflight.table.CascadeCheck;
import io.gaussferry.preflight.table.CheckedForeignKeys;
import io.gaussferry.preflight.table.ClockCheck;
import io.gaussferry.preflight.table.CollationsCheck;
import io.gaussferry.preflight.table.EnginesCheck;
import io.gaussferry.preflight.table.ForeignKeyOutcome;
import io.gaussferry.preflight.table.ForeignKeysCheck;
import io.gaussferry.preflight.table.GeneratedCascadeCheck;
import io.gaussferry.preflight.table.LoadCheck;
import io.gaussferry.preflight.table.MaskedColumnsCheck;
import io.gaussferry.preflight.table.MergedTablesCheck;
import io.gaussferry.preflight.table.NamesCheck;
import io.gaussferry.preflight.table.OtherServerCheck;
import io.gaussferry.preflight.table.ProgressCheck;
import io.gaussferry.preflight.table.RowWidthCheck;
import io.gaussferry.preflight.table.SourceTablesCheck;
import io.gaussferry.preflight.table.SourceValuesCheck;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.CopyStore;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs all checks and reports their findings. A check that fails becomes a finding itself and does not hide the others:
 * only checks that depend on an unreachable server are skipped.
 *
 * <p>Used once, by one thread. Opens one connection to each server, and for a moment one to each server of the target's
 * URL.
 */
public final class Preflight {

    private final PreflightSettings settings;
    private final Findings findings = new Findings();
    private final CheckedServers servers;
    private final CheckRuns checks;

    private Preflight(PreflightSettings settings) {
        this.settings = settings;
        this.servers = new CheckedServers(settings, findings);
        this.checks = new CheckRuns(findings, servers::rollBackTarget);
    }

    /** Runs every check. */
    public static PreflightReport run(PreflightSettings settings) {
        return new Preflight(settings).run(true);
    }

    /**
     * Runs only the checks that every start makes: those of the settings without which replication cannot work, and
     * those of conditions that would let the target diverge silently.
     */
    public static PreflightReport runForStart(PreflightSettings settings) {
        return new Preflight(settings).run(false);
    }

    private PreflightReport run(boolean all) {
        try (servers) {
            servers.open();
            checkHosts(all);
            SourceServer openSource = servers.source();
            if (openSource != null) {
                checks.run(new SourceSettingsCheck(openSource));
            }
            if (all) {
                runAll();
            } else {
                runAgainstSilentDivergence();
            }
            return PreflightReport.of(findings.list());
        }
    }

    /** Returns the finding about a configuration that is refused before any server is queried. */
    public static Finding configuration(GaussferryException refusal) {
        return new Finding(
                FindingCode.CONFIGURATION_REFUSED,
                FindingLocation.CONFIGURATION,
                refusal.problem(),
                "Gaussferry does not start with a configuration that is only partly valid.",
                refusal.remedy());
    }

    /** Checks the servers of the target's URL; a start asks them only if there are several. */
    private void checkHosts(boolean all) {
        TargetSettings given = settings.target();
        if (given == null) {
            return;
        }
        TargetCluster cluster = given.cluster();
        TargetServer openTarget = servers.target();
        if (!cluster.hasSeveralHosts() && (!all || openTarget == null)) {
            return;
        }
        List<HostInspection> hosts = HostInspection.of(cluster);
        checks.run(new TargetHostsCheck(hosts));
        if (all && openTarget != null) {
            checks.run(new TargetCommitsCheck(openTarget, hosts));
            checks.run(new TargetDecodingCheck(openTarget, hosts));
        }
    }

    private void runAgainstSilentDivergence() {
        SourceServer openSource = servers.source();
        TargetServer openTarget = servers.target();
        if (openSource == null || openTarget == null) {
            return;
        }
        checks.run(new TargetServerCheck(
                openTarget, settings.appliers(), settings.rules().defaults().emptyStringAsNull()));
        checks.run(new TargetTuningCheck(openTarget.connection()));
        try {
            List<String> schemas = openSource.includedSchemas();
            Optional<Set<TableId>> unfinished = new CopyStore(settings.pipeline()).unfinished(openTarget.connection());
            boolean copied = unfinished.isEmpty()
                    && new ProgressStore(settings.pipeline())
                            .find(openTarget.connection())
                            .isPresent();
            boolean needsTables = !copied || renames();
            Optional<SourceTables> tables = needsTables ? readSourceTables(openSource) : Optional.empty();
            if (needsTables && tables.isEmpty()) {
                checks.requiredNotMade(
                        FindingLocation.SOURCE,
                        "the foreign keys of the source",
                        new SQLException("the source's tables were not read"));
                return;
            }
            ExistingTables targets = ExistingTables.read(
                    openTarget.connection(),
                    tables.map(SourceTables::targetSchemas).orElse(schemas));
            ForeignKeyOutcome keys = ForeignKeyOutcome.of(
                    openSource,
                    copied ? List.of() : tables.map(SourceTables::tables).orElse(List.of()),
                    settings.foreignKeys(),
                    targets,
                    new Conversion(openTarget.profile(), settings.rules(), new RuleUsage()),
                    copied,
                    unfinished.orElse(Set.of()));
            CheckedForeignKeys inForce = copied
                    ? CheckedForeignKeys.read(openTarget.connection(), settings.pipeline())
                    : CheckedForeignKeys.ALL;
            checks.require(new CascadeCheck(openSource, schemas, keys.onTarget(), inForce));
            checks.require(new GeneratedCascadeCheck(openSource, schemas));
            checks.require(new EnginesCheck(openSource, quarantined(openTarget, copied)));
            if (!copied) {
                checks.require(new MaskedColumnsCheck(openSource));
            }
        } catch (SQLException | RuntimeException e) {
            checks.requiredNotMade(FindingLocation.SOURCE, "the foreign keys of the source", e);
        }
    }

    private Set<TableId> quarantined(TargetServer openTarget, boolean copied) throws SQLException {
        return copied ? new FailureStore(settings.pipeline()).quarantined(openTarget.connection()) : Set.of();
    }

    private void runAll() {
        SourceServer openSource = servers.source();
        TargetServer openTarget = servers.target();
        if (openSource != null) {
            checks.run(new SourceAccountCheck(openSource));
            checks.run(new SourceCompletenessCheck(openSource, true));
            checks.run(new TableFilterCheck(openSource));
            checks.run(ClockCheck.ofSource(openSource.connection()));
        }
        if (openTarget != null) {
            checks.run(new TargetServerCheck(
                    openTarget, settings.appliers(), settings.rules().defaults().emptyStringAsNull()));
            checks.run(new TargetTuningCheck(openTarget.connection()));
            checks.run(ClockCheck.ofTarget(openTarget.connection()));
        }
        TargetSettings target = settings.target();
        if (openSource != null && openTarget != null && target != null) {
            checks.run(new LoadCheck(settings.throttle(), settings.source(), target));
        }
        if (openSource == null) {
            checks.notMade(
                    FindingLocation.SOURCE, "the tables of the source and the target", "the source cannot be used");
            return;
        }
        Optional<SourceTables> tables = readSourceTables(openSource);
        if (openTarget == null) {
            if (settings.target() != null) {
                checks.notMade(FindingLocation.TARGET, "the tables of the target", "the target cannot be used");
            }
            checkOtherServers(openSource, null);
            tables.ifPresent(
                    read -> checkSourceTables(openSource, read, OpenGaussDialect.unknown(), null, false, Set.of()));
        } else if (tables.isPresent()) {
            checkBothSides(openSource, openTarget, tables.get());
        }
    }

    /** The tables to migrate, sorted by name. */
    private record SourceTables(List<String> schemas, List<String> targetSchemas, List<TableDefinition> tables) {

        /** Returns one table definition for each table of the target. */
        private List<TableDefinition> targetTables() {
            Set<TableId> seen = new HashSet<>();
            return tables.stream().filter(table -> seen.add(table.targetId())).toList();
        }
    }

    private boolean renames() {
        return !settings.source().renames().equals(TableRenames.NONE);
    }

    private Optional<SourceTables> readSourceTables(SourceServer server) {
        try {
            List<TableDefinition> tables = new MySqlSchemaReader(server.connection(), settings.source())
                    .read().definitions().stream()
                            .sorted(Comparator.comparing(TableDefinition::id))
                            .toList();
            List<String> schemas = server.includedSchemas();
            return Optional.of(new SourceTables(schemas, renames() ? targetSchemas(tables) : schemas, tables));
        } catch (GaussferryException e) {
            findings.add(
                    FindingCode.SOURCE_TABLES_NOT_READ,
                    FindingLocation.SOURCE,
                    e.problem(),
                    "The tables' definitions cannot be read, so no check of the tables can run.",
                    e.remedy());
        } catch (SQLException | RuntimeException e) {
            checks.notMade(FindingLocation.SOURCE, "the source's tables", ConnectionFailures.firstLine(e));
        }
        return Optional.empty();
    }

    private static List<String> targetSchemas(List<TableDefinition> tables) {
        return tables.stream()
                .map(table -> table.targetId().schema())
                .distinct()
                .toList();
    }

    private void checkBothSides(SourceServer openSource, TargetServer openTarget, SourceTables read) {
        @Nullable Found found = null;
        @Nullable ExistingTables targets = null;
        Optional<Set<TableId>> unfinished = Optional.empty();
        Set<TableId> adoptedTables = Set.of();
        try {
            CopyStore copy = new CopyStore(settings.pipeline());
            unfinished = copy.unfinished(openTarget.connection());
            adoptedTables = copy.adoptedTables(openTarget.connection());
            found = new ProgressStore(settings.pipeline())
                    .find(openTarget.connection())
                    .orElse(null);
            targets = ExistingTables.read(openTarget.connection(), read.targetSchemas());
        } catch (SQLException | RuntimeException e) {
            checks.notMade(FindingLocation.TARGET, "the tables of the target", ConnectionFailures.firstLine(e));
            checks.rollBackTarget();
        }
        if (found != null) {
            checks.run(new ProgressCheck(openSource, found));
        }
        checkOtherServers(openSource, found);
        if (targets != null) {
            checks.run(new TargetPrivilegesCheck(openTarget, read.targetSchemas(), read.targetTables(), targets));
            checks.run(new TargetTablesCheck(openTarget, read.targetTables(), targets, found != null, adoptedTables));
            checks.run(new TargetConstraintsCheck(openSource, read.targetTables(), targets));
        }
        checkSourceTables(
                openSource,
                read,
                openTarget.dialect(),
                targets,
                found != null && unfinished.isEmpty(),
                unfinished.orElse(Set.of()));
    }

    private void checkOtherServers(SourceServer openSource, @Nullable Found found) {
        for (SourceSettings server : settings.source().servers()) {
            if (!server.url().equals(openSource.settings().url())) {
                checks.run(new OtherServerCheck(server, openSource, found));
            }
        }
    }

    private void checkSourceTables(
            SourceServer server,
            SourceTables read,
            TargetDialect dialect,
            @Nullable ExistingTables knownTargets,
            boolean copied,
            Set<TableId> unfinished) {
        ExistingTables targets = knownTargets == null ? ExistingTables.none() : knownTargets;
        checks.run(new NamesCheck(read.targetSchemas(), read.tables(), dialect.profile()));
        Conversion conversion = new Conversion(
                dialect.profile(),
                settings.rules(),
                new RuleUsage(),
                settings.partitions().of(dialect.partitionKinds()));
        checks.run(new SourceTablesCheck(server, read.tables(), conversion, targets));
        TargetServer openTarget = servers.target();
        @Nullable Connection connection = openTarget == null ? null : openTarget.connection();
        if (!copied) {
            checks.run(new CollationsCheck(read.tables(), conversion, targets, connection));
        }
        checks.run(new RowWidthCheck(read.tables()));
        checks.run(new EnginesCheck(server, Set.of()));
        checks.run(new MaskedColumnsCheck(server));
        checks.run(new SourceObjectsCheck(server, read.schemas()));
        checks.run(new MergedTablesCheck(server, read.tables(), settings.rules(), targets));
        try {
            ForeignKeyOutcome keys = ForeignKeyOutcome.of(
                    server, read.tables(), settings.foreignKeys(), targets, conversion, copied, unfinished);
            checks.run(new ForeignKeysCheck(keys));
            CheckedForeignKeys checkedKeys = copied && openTarget != null
                    ? CheckedForeignKeys.read(openTarget.connection(), settings.pipeline())
                    : CheckedForeignKeys.ALL;
            checks.run(new CascadeCheck(server, read.schemas(), keys.onTarget(), checkedKeys));
            checks.run(new GeneratedCascadeCheck(server, read.schemas()));
        } catch (SQLException e) {
            checks.notMade(FindingLocation.SOURCE, "the foreign keys of the source", ConnectionFailures.firstLine(e));
        }
        // Changes the session, so it runs last.
        checks.run(new SourceValuesCheck(server, read.tables(), conversion, settings.scanValues(), connection));
    }
}
