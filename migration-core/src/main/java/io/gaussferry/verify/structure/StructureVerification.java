package io.gaussferry.verify.structure;

import io.gaussferry.checkpoint.PreexistingTables;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.ReplayedDefinitions;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ReportedTables;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.StructureFinding.Weight;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Compares the structure of replicated tables, also while definitions change: the target's catalogs with the definitions at the replayed
 * position, and these with the source's catalog once replay has reached every statement. Only reads. Used by one thread.
 */
public final class StructureVerification {

    /** Comparisons of a table whose definition changes each time. */
    private static final int MOST_TIMES = 3;

    private static final String CHANGING =
            "its structure: its definition changed during each of " + MOST_TIMES + " comparisons: compare again";
    private static final String NOT_REPLAYED =
            "its structure: the source's definition has changed, and replay has not reached the statement"
                    + " that changed it: compare again later";

    private final VerifySettings settings;
    private final TargetProfile profile;
    private final Connection source;
    private final Connection target;
    private final PositionWatch watch;

    /**
     * @param profile properties of the target
     * @param source with autocommit
     * @param target without autocommit
     * @param watch reports the replayed position
     */
    public StructureVerification(
            VerifySettings settings, TargetProfile profile, Connection source, Connection target, PositionWatch watch) {
        this.settings = settings;
        this.profile = profile;
        this.source = source;
        this.target = target;
        this.watch = watch;
    }

    /**
     * The definitions at the replayed position.
     *
     * @param stored stored definitions by table, without tables owned by an incremental copy
     * @param entries states of incremental copies
     */
    private record InForce(Map<TableId, String> stored, Map<TableId, TableCopyStore.Entry> entries) {

        private TableDefinition definition(TableId table) {
            return TableDefinitionFormat.read(table, String.valueOf(stored.get(table)));
        }

        /** Returns false for definitions stored by an earlier version without defaults, foreign keys and checks. */
        private boolean hasExtras(TableId table) {
            return String.valueOf(stored.get(table)).contains("\nextras");
        }
    }

    /** Findings, and tables without a result. */
    private static final class Outcome {
        private final List<StructureFinding> findings = new ArrayList<>();
        private final Map<TableId, String> undecided = new TreeMap<>();
    }

    /**
     * Compares the structure of the selected tables.
     *
     * @param wanted selects tables by their reported names
     * @param patience maximum time for replay to reach a change of a definition
     */
    public StructureReport run(Predicate<TableId> wanted, Duration patience) throws SQLException, InterruptedException {
        Outcome outcome = new Outcome();
        int tables = compareTarget(wanted, outcome);
        compareSource(wanted, patience, outcome);
        return new StructureReport(tables, outcome.findings, outcome.undecided);
    }

    private InForce readInForce() throws SQLException {
        Map<TableId, TableCopyStore.Entry> entries = new TableCopyStore(settings.pipeline()).read(target);
        Map<TableId, String> stored = new TreeMap<>(
                ReplayedDefinitions.read(target, settings.pipeline()).stored());
        entries.forEach((table, entry) -> {
            if (entry.state().isCopiedIncrementally()) {
                stored.remove(table);
            }
        });
        target.rollback();
        return new InForce(stored, entries);
    }

    private Map<TableId, TableDefinition> readSource() throws SQLException {
        Map<TableId, TableDefinition> today = new TreeMap<>();
        new MySqlSchemaReader(source, settings.source())
                .read()
                .definitions()
                .forEach(table -> today.put(table.id(), table));
        return today;
    }

    /**
     * Returns the number of compared target tables. A table is compared if its definition is the same before and after its catalogs are
     * read.
     */
    private int compareTarget(Predicate<TableId> wanted, Outcome outcome) throws SQLException {
        Set<TableId> decided = new HashSet<>();
        Set<TableId> open = new HashSet<>();
        for (int times = 1; times <= MOST_TIMES && (times == 1 || !open.isEmpty()); times++) {
            InForce before = readInForce();
            Map<TableId, TableDefinition> definitions = definitions(before);
            TargetStructures actual = StructureReader.read(target, StructureComparison.schemas(definitions.values()));
            Set<TableId> taken = PreexistingTables.read(target, settings.pipeline());
            target.rollback();
            List<StructureFinding> findings =
                    StructureComparison.compare(design(), definitions.values(), actual, taken);
            InForce after = readInForce();
            open = new HashSet<>();
            for (Map.Entry<TableId, List<TableDefinition>> group :
                    ReportedTables.group(definitions.values()).entrySet()) {
                boolean isStable = group.getValue().stream().allMatch(table -> isSame(table.id(), before, after));
                if (!wanted.test(group.getKey()) || decided.contains(group.getKey())) {
                    continue;
                }
                if (isStable && areRelatedTablesUnchanged(group.getValue(), before, after)) {
                    decided.add(group.getKey());
                    findings.stream()
                            .filter(finding -> finding.table().equals(group.getKey()))
                            .forEach(outcome.findings::add);
                } else {
                    open.add(group.getKey());
                }
            }
        }
        open.forEach(table -> outcome.undecided.put(table, CHANGING));
        return decided.size();
    }

    private StructureComparison.Design design() throws SQLException {
        return new StructureComparison.Design(
                new Conversion(profile, settings.rules(), new RuleUsage()),
                settings.target().foreignKeys(),
                settings.source().renames(),
                CascadeLogging.isOn(source));
    }

    /**
     * Returns the definitions at the replayed position. Parts that an earlier version did not store are taken from the source's catalog.
     */
    private Map<TableId, TableDefinition> definitions(InForce inForce) throws SQLException {
        Map<TableId, TableDefinition> definitions = new TreeMap<>();
        inForce.stored().keySet().forEach(table -> definitions.put(table, inForce.definition(table)));
        if (!definitions.keySet().stream().allMatch(inForce::hasExtras)) {
            readSource().forEach((id, today) -> {
                TableDefinition known = definitions.get(id);
                if (known != null && !inForce.hasExtras(id)) {
                    definitions.put(
                            id,
                            new TableDefinition(
                                    id, known.targetId(), known.columns(), known.indexes(), today.extras()));
                }
            });
        }
        return definitions;
    }

    private static boolean isSame(TableId table, InForce before, InForce after) {
        return Objects.equals(before.stored().get(table), after.stored().get(table))
                && Objects.equals(before.entries().get(table), after.entries().get(table));
    }

    /** Returns whether both tables of each foreign key are unchanged. */
    private static boolean areRelatedTablesUnchanged(List<TableDefinition> group, InForce before, InForce after) {
        return group.stream()
                .flatMap(table -> table.extras().foreignKeys().stream())
                .allMatch(key -> isSame(key.referenced(), before, after));
    }

    /**
     * Compares the definitions at the replayed position with the source's, for tables whose source definition stays the same until replay
     * has reached its position.
     */
    private void compareSource(Predicate<TableId> wanted, Duration patience, Outcome outcome)
            throws SQLException, InterruptedException {
        Map<TableId, TableDefinition> today = readSource();
        Map<TableId, List<StructureFinding>> suspects = drifts(readInForce(), today, wanted);
        for (int times = 1; !suspects.isEmpty(); times++) {
            if (!watch.await(watch.now(source), patience)) {
                suspects.keySet().forEach(table -> outcome.undecided.putIfAbsent(table, NOT_REPLAYED));
                return;
            }
            InForce inForce = readInForce();
            Map<TableId, TableDefinition> again = readSource();
            Map<TableId, List<StructureFinding>> remaining = drifts(inForce, again, wanted);
            Set<TableId> changed = changed(today, again);
            Map<TableId, List<StructureFinding>> open = new HashMap<>();
            remaining.forEach((table, findings) -> {
                if (changed.contains(table)) {
                    open.put(table, findings);
                } else {
                    outcome.findings.addAll(findings);
                }
            });
            if (times == MOST_TIMES) {
                open.keySet().forEach(table -> outcome.undecided.putIfAbsent(table, CHANGING));
                return;
            }
            suspects = open;
            today = again;
        }
    }

    /** Returns the tables whose definitions changed, under all of their names. */
    private static Set<TableId> changed(Map<TableId, TableDefinition> before, Map<TableId, TableDefinition> after) {
        Set<TableId> changed = new HashSet<>();
        for (Map<TableId, TableDefinition> one : List.of(before, after)) {
            for (TableDefinition table : one.values()) {
                if (!table.equals(before.get(table.id())) || !table.equals(after.get(table.id()))) {
                    changed.add(table.id());
                    changed.add(table.targetId());
                }
            }
        }
        return changed;
    }

    private Map<TableId, List<StructureFinding>> drifts(
            InForce inForce, Map<TableId, TableDefinition> today, Predicate<TableId> wanted) {
        Map<TableId, List<StructureFinding>> drifts = new TreeMap<>();
        ReportedTables.group(today.values()).forEach((name, group) -> {
            List<StructureFinding> findings = new ArrayList<>();
            for (TableDefinition table : group) {
                TableCopyStore.Entry entry = inForce.entries().get(table.id());
                if (inForce.stored().containsKey(table.id())) {
                    findings.addAll(DefinitionDrift.of(
                            name, inForce.definition(table.id()), inForce.hasExtras(table.id()), table));
                } else if (entry == null || !entry.state().isCopiedIncrementally()) {
                    findings.add(unknown(name, "the source's catalog contains it, but replay has no definition of it"));
                }
            }
            if (wanted.test(name) && !findings.isEmpty()) {
                drifts.put(name, findings);
            }
        });
        for (TableId known : inForce.stored().keySet()) {
            boolean isDropped = !today.containsKey(known) && settings.source().includes(known);
            if (isDropped && wanted.test(known)) {
                drifts.put(
                        known,
                        List.of(unknown(
                                known, "replay has a definition of it, but the source's catalog does not contain it")));
            }
        }
        return drifts;
    }

    private static StructureFinding unknown(TableId name, String description) {
        return new StructureFinding(name, Aspect.DEFINITION, Weight.DIFFERENCE, description);
    }
}
