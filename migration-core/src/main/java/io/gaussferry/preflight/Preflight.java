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
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.mysql.SourceAccountCheck;
import io.gaussferry.preflight.mysql.SourceCompletenessCheck;
import io.gaussferry.preflight.mysql.SourceObjectsCheck;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.mysql.SourceSettingsCheck;
import io.gaussferry.preflight.mysql.TableFilterCheck;
import io.gaussferry.preflight.opengauss.TargetConstraintsCheck;
import io.gaussferry.preflight.opengauss.TargetPrivilegesCheck;
import io.gaussferry.preflight.opengauss.TargetServer;
import io.gaussferry.preflight.opengauss.TargetServerCheck;
import io.gaussferry.preflight.opengauss.TargetTables;
import io.gaussferry.preflight.opengauss.TargetTablesCheck;
import io.gaussferry.preflight.opengauss.TargetTuningCheck;
import io.gaussferry.preflight.table.CascadeCheck;
import io.gaussferry.preflight.table.ClockCheck;
import io.gaussferry.preflight.table.EnginesCheck;
import io.gaussferry.preflight.table.ForeignKeyOutcome;
import io.gaussferry.preflight.table.ForeignKeysCheck;
import io.gaussferry.preflight.table.GeneratedCascadeCheck;
import io.gaussferry.preflight.table.KeysInForce;
import io.gaussferry.preflight.table.MaskedColumnsCheck;
import io.gaussferry.preflight.table.MergedTablesCheck;
import io.gaussferry.preflight.table.NamesCheck;
import io.gaussferry.preflight.table.OtherServerCheck;
import io.gaussferry.preflight.table.ProgressCheck;
import io.gaussferry.preflight.table.RowWidthCheck;
import io.gaussferry.preflight.table.SourceTablesCheck;
import io.gaussferry.preflight.table.SourceValuesCheck;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.snapshot.CopyStore;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs all checks and reports what they found. A check that cannot be made is a finding itself, and hides no other: what
 * depends on a server that cannot be reached is left out, all else is looked at.
 *
 * <p>Used once, by one thread. Opens one connection to each server and closes it.
 */
public final class Preflight {

    /** What is assumed of a target that cannot be asked: types as everywhere, none of MySQL's own. */
    private static final TargetProfile UNKNOWN_TARGET =
            new TargetProfile(TargetProfile.Product.OPENGAUSS, "unknown", "PG", false);

    private final PreflightSettings settings;
    private final Findings findings = new Findings();
    private @Nullable SourceServer source;
    private @Nullable TargetServer target;

    private Preflight(PreflightSettings settings) {
        this.settings = settings;
    }

    /** Runs every check. */
    public static PreflightReport run(PreflightSettings settings) {
        return new Preflight(settings).run(true);
    }

    /**
     * Runs only the checks that each start makes: of the settings without which replay cannot work, and of what would make
     * the target differ in silence.
     */
    public static PreflightReport runForStart(PreflightSettings settings) {
        return new Preflight(settings).run(false);
    }

    private PreflightReport run(boolean all) {
        try {
            openSource();
            openTarget();
            SourceServer openSource = source;
            if (openSource != null) {
                make(new SourceSettingsCheck(openSource));
            }
            if (all) {
                runAll();
            } else {
                runAgainstSilentDivergence();
            }
            return PreflightReport.of(findings.list());
        } finally {
            close(source);
            close(target);
        }
    }

    private void openSource() {
        try {
            source = SourceServer.open(settings.source());
        } catch (SQLException e) {
            findings.add(ConnectionFailures.ofSource(settings.source().toString(), e));
        } catch (GaussferryException e) {
            findings.add(configuration(e));
        }
    }

    private void openTarget() {
        try {
            target = TargetServer.open(settings.target());
        } catch (SQLException e) {
            findings.add(ConnectionFailures.ofTarget(settings.target().toString(), e));
        } catch (GaussferryException e) {
            findings.add(configuration(e));
        }
    }

    /** Returns the finding about a configuration that is refused before any server is asked. */
    public static Finding configuration(GaussferryException refusal) {
        return new Finding(
                FindingCode.CONFIGURATION_REFUSED,
                Place.CONFIGURATION,
                refusal.problem(),
                "A configuration is taken as a whole or not at all.",
                refusal.remedy());
    }

    private void runAgainstSilentDivergence() {
        SourceServer openSource = source;
        TargetServer openTarget = target;
        if (openSource == null || openTarget == null) {
            return;
        }
        make(new TargetServerCheck(
                openTarget, settings.appliers(), settings.rules().defaults().emptyStringAsNull()));
        make(new TargetTuningCheck(openTarget.connection()));
        try {
            List<String> schemas = openSource.includedSchemas();
            Optional<Set<TableId>> unfinished = new CopyStore(settings.pipeline()).unfinished(openTarget.connection());
            boolean copied = unfinished.isEmpty()
                    && new ProgressStore(settings.pipeline())
                            .find(openTarget.connection())
                            .isPresent();
            Optional<SourceTables> tables = copied && !renames() ? Optional.empty() : readSourceTables(openSource);
            TargetTables targets = TargetTables.read(
                    openTarget.connection(),
                    tables.map(SourceTables::targetSchemas).orElse(schemas));
            ForeignKeyOutcome keys = ForeignKeyOutcome.of(
                    openSource,
                    copied ? List.of() : tables.map(SourceTables::tables).orElse(List.of()),
                    settings.target().foreignKeys(),
                    targets,
                    new Conversion(openTarget.profile(), settings.rules(), new RuleUsage()),
                    copied,
                    unfinished.orElse(Set.of()));
            KeysInForce inForce =
                    copied ? KeysInForce.read(openTarget.connection(), settings.pipeline()) : KeysInForce.ALL;
            make(new CascadeCheck(openSource, schemas, keys.onTarget(), inForce));
            make(new GeneratedCascadeCheck(openSource, schemas));
            make(new EnginesCheck(openSource, quarantined(openTarget, copied)));
            if (!copied) {
                make(new MaskedColumnsCheck(openSource));
            }
        } catch (SQLException | RuntimeException e) {
            notMade(Place.SOURCE, "the foreign keys of the source", ConnectionFailures.firstLine(e));
            rollBackTarget();
        }
    }

    private Set<TableId> quarantined(TargetServer openTarget, boolean copied) throws SQLException {
        return copied ? new FailureStore(settings.pipeline()).quarantined(openTarget.connection()) : Set.of();
    }

    private void runAll() {
        SourceServer openSource = source;
        TargetServer openTarget = target;
        if (openSource != null) {
            make(new SourceAccountCheck(openSource));
            make(new SourceCompletenessCheck(openSource, true));
            make(new TableFilterCheck(openSource));
            make(ClockCheck.ofSource(openSource.connection()));
        }
        if (openTarget != null) {
            make(new TargetServerCheck(
                    openTarget, settings.appliers(), settings.rules().defaults().emptyStringAsNull()));
            make(new TargetTuningCheck(openTarget.connection()));
            make(ClockCheck.ofTarget(openTarget.connection()));
        }
        if (openSource == null) {
            notMade(Place.SOURCE, "the tables of either side", "the source cannot be used");
            return;
        }
        Optional<SourceTables> tables = readSourceTables(openSource);
        if (openTarget == null) {
            notMade(Place.TARGET, "the tables of the target", "the target cannot be used");
            checkOtherServers(openSource, null);
            tables.ifPresent(read -> checkSourceTables(openSource, read, UNKNOWN_TARGET, null, false, Set.of()));
        } else if (tables.isPresent()) {
            checkBothSides(openSource, openTarget, tables.get());
        }
    }

    /** The tables that are to be migrated, in the order of their names. */
    private record SourceTables(List<String> schemas, List<String> targetSchemas, List<TableDefinition> tables) {

        /** One for each table of the target. */
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
                    Place.SOURCE,
                    e.problem(),
                    "The tables' definitions cannot be read, so nothing more can be said about them.",
                    e.remedy());
        } catch (SQLException | RuntimeException e) {
            notMade(Place.SOURCE, "the source's tables", ConnectionFailures.firstLine(e));
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
        @Nullable TargetTables targets = null;
        Optional<Set<TableId>> unfinished = Optional.empty();
        Set<TableId> takenUp = Set.of();
        try {
            CopyStore copy = new CopyStore(settings.pipeline());
            unfinished = copy.unfinished(openTarget.connection());
            takenUp = copy.takenUp(openTarget.connection());
            found = new ProgressStore(settings.pipeline())
                    .find(openTarget.connection())
                    .orElse(null);
            targets = TargetTables.read(openTarget.connection(), read.targetSchemas());
        } catch (SQLException | RuntimeException e) {
            notMade(Place.TARGET, "the tables of the target", ConnectionFailures.firstLine(e));
            rollBackTarget();
        }
        if (found != null) {
            make(new ProgressCheck(openSource, found));
        }
        checkOtherServers(openSource, found);
        if (targets != null) {
            make(new TargetPrivilegesCheck(openTarget, read.targetSchemas(), read.targetTables(), targets));
            make(new TargetTablesCheck(openTarget, read.targetTables(), targets, found != null, takenUp));
            make(new TargetConstraintsCheck(openSource, read.targetTables(), targets));
        }
        checkSourceTables(
                openSource,
                read,
                openTarget.profile(),
                targets,
                found != null && unfinished.isEmpty(),
                unfinished.orElse(Set.of()));
    }

    private void checkOtherServers(SourceServer openSource, @Nullable Found found) {
        for (SourceSettings server : settings.source().servers()) {
            if (!server.url().equals(openSource.settings().url())) {
                make(new OtherServerCheck(server, openSource, found));
            }
        }
    }

    private void checkSourceTables(
            SourceServer server,
            SourceTables read,
            TargetProfile profile,
            @Nullable TargetTables knownTargets,
            boolean copied,
            Set<TableId> unfinished) {
        TargetTables targets = knownTargets == null ? TargetTables.none() : knownTargets;
        make(new NamesCheck(read.targetSchemas(), read.tables()));
        Conversion conversion = new Conversion(profile, settings.rules(), new RuleUsage());
        make(new SourceTablesCheck(server, read.tables(), conversion, targets));
        make(new RowWidthCheck(read.tables()));
        make(new EnginesCheck(server, Set.of()));
        make(new MaskedColumnsCheck(server));
        make(new SourceObjectsCheck(server, read.schemas()));
        make(new MergedTablesCheck(server, read.tables(), settings.rules(), targets));
        try {
            ForeignKeyOutcome keys = ForeignKeyOutcome.of(
                    server, read.tables(), settings.target().foreignKeys(), targets, conversion, copied, unfinished);
            make(new ForeignKeysCheck(keys));
            TargetServer openTarget = target;
            KeysInForce inForce = copied && openTarget != null
                    ? KeysInForce.read(openTarget.connection(), settings.pipeline())
                    : KeysInForce.ALL;
            make(new CascadeCheck(server, read.schemas(), keys.onTarget(), inForce));
            make(new GeneratedCascadeCheck(server, read.schemas()));
        } catch (SQLException e) {
            notMade(Place.SOURCE, "the foreign keys of the source", ConnectionFailures.firstLine(e));
        }
        // changes the session, so it comes last
        TargetServer openTarget = target;
        make(new SourceValuesCheck(
                server,
                read.tables(),
                profile,
                settings.rules(),
                settings.scanValues(),
                openTarget == null ? null : openTarget.connection()));
    }

    private void make(Check check) {
        try {
            check.run(findings);
        } catch (SQLException | RuntimeException e) {
            notMade(check.place(), check.subject(), ConnectionFailures.firstLine(e));
            rollBackTarget();
        }
    }

    private void notMade(Place place, String subject, String reason) {
        findings.add(
                FindingCode.CHECK_NOT_MADE,
                place,
                "Could not look at " + subject + ": " + reason + ".",
                "What this check would have found is not known.",
                "remove the reason, then run check again");
    }

    /** After an error the target takes no statement until its transaction is ended. */
    private void rollBackTarget() {
        TargetServer open = target;
        try {
            if (open != null) {
                open.connection().rollback();
            }
        } catch (SQLException e) {
            notMade(Place.TARGET, "the target any further", ConnectionFailures.firstLine(e));
        }
    }

    private void close(@Nullable AutoCloseable server) {
        try {
            if (server != null) {
                server.close();
            }
        } catch (Exception e) {
            // the report is complete, and the connection goes with the process at the latest
            return;
        }
    }
}
