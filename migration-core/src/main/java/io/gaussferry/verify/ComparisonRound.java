package io.gaussferry.verify;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.verify.compare.ComparedShape;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.compare.ReplayedDefinitions;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tables by the definitions that both sides have when they begin to be compared. A definition may change at any moment later: what was
 * found by a former one is void. Used by one thread.
 */
final class ComparisonRound {

    private final VerifySettings settings;
    /** Tables that become one on the target are compared together; by the names by which they are reported. */
    private final Map<TableId, List<TableDefinition>> groups;

    private final ReplayedDefinitions replayed;

    private ComparisonRound(
            VerifySettings settings, Map<TableId, List<TableDefinition>> groups, ReplayedDefinitions replayed) {
        this.settings = settings;
        this.groups = groups;
        this.replayed = replayed;
    }

    /**
     * Reads the definitions, on the target first: what becomes of a table between the two is seen as something that has changed since.
     *
     * @param target without autocommit
     */
    static ComparisonRound begin(Connection source, Connection target, VerifySettings settings) throws SQLException {
        ReplayedDefinitions replayed = ReplayedDefinitions.read(target, settings.pipeline());
        target.rollback();
        TableCatalog catalog = new MySqlSchemaReader(source, settings.source()).read();
        return new ComparisonRound(settings, groups(catalog), replayed);
    }

    private static Map<TableId, List<TableDefinition>> groups(TableCatalog catalog) {
        Map<TableId, List<TableDefinition>> byTarget = new LinkedHashMap<>();
        catalog.definitions().stream()
                .sorted(Comparator.comparing(TableDefinition::id))
                .forEach(table -> byTarget.computeIfAbsent(table.targetId(), unused -> new ArrayList<>())
                        .add(table));
        Map<TableId, List<TableDefinition>> groups = new LinkedHashMap<>();
        byTarget.forEach((target, tables) ->
                groups.put(tables.size() == 1 ? tables.get(0).id() : target, tables));
        return groups;
    }

    /**
     * Returns whether replay has a definition of a table that differs from the source's, in this round and in an earlier one, while neither side
     * changed it. Then no statement is outstanding: the definition was computed wrongly.
     *
     * @param earlier a former round; replay has come since to all that the source had then
     * @param name the name under which the table is reported
     */
    boolean isComputedOtherwise(ComparisonRound earlier, TableId name) {
        List<TableDefinition> tables = groups.getOrDefault(name, List.of());
        return tables.equals(earlier.groups.get(name))
                && tables.stream().anyMatch(table -> replayed.difference(table).isPresent())
                && tables.stream()
                        .allMatch(table -> Objects.equals(
                                replayed.texts().get(table.id()),
                                earlier.replayed.texts().get(table.id())));
    }

    /** Returns where replay stood. */
    ReplayedDefinitions replayed() {
        return replayed;
    }

    /** Returns all tables, by the names by which they are reported. */
    Map<TableId, List<TableDefinition>> groups() {
        return groups;
    }

    /**
     * Returns those of the wanted tables that can be compared, and says why of the others.
     *
     * @param wanted by the names by which they are reported
     * @param target without autocommit
     */
    List<ComparedTable> comparable(
            Set<TableId> wanted, Connection target, Conversion conversion, TablesBeingCopied copied, Tally tally)
            throws SQLException {
        TargetCatalog targetCatalog = new TargetCatalog(target);
        List<ComparedTable> tables = new ArrayList<>();
        for (Map.Entry<TableId, List<TableDefinition>> group : groups.entrySet()) {
            boolean isCopied = group.getValue().stream().anyMatch(table -> copied.isResnapshotted(table.id()));
            if (wanted.contains(group.getKey()) && !isCopied) {
                comparable(group.getKey(), group.getValue(), targetCatalog, conversion, tally)
                        .ifPresent(tables::add);
            }
        }
        target.rollback();
        return tables;
    }

    private Optional<ComparedTable> comparable(
            TableId name, List<TableDefinition> group, TargetCatalog targetCatalog, Conversion conversion, Tally tally)
            throws SQLException {
        TableDefinition table = group.get(0);
        Optional<String> otherwise = group.stream()
                .flatMap(other -> replayed.difference(other).stream())
                .findFirst();
        if (otherwise.isPresent()) {
            tally.undecided(name, otherwise.get());
            return Optional.empty();
        }
        try {
            if (group.stream().anyMatch(other -> !other.columns().equals(table.columns()))) {
                tally.undecided(name, "tables that become one have different columns now");
                return Optional.empty();
            }
            Optional<TargetTable> onTarget = targetCatalog.find(table);
            if (onTarget.isEmpty()) {
                tally.differs(missing(name));
            }
            return onTarget.map(found -> ComparedTable.of(group, found, conversion));
        } catch (GaussferryException e) {
            tally.undecided(name, e.problem());
            return Optional.empty();
        }
    }

    private Difference missing(TableId name) {
        return new Difference(
                name,
                Kind.TABLE_MISSING,
                List.of(),
                List.of(),
                1,
                Proof.REPEATED,
                settings.repair() ? Repair.NOT_POSSIBLE : Repair.NOT_ASKED,
                "the target has no such table");
    }

    /**
     * Returns those of the tables whose definitions are not what they were, at the source or on the target, or were not in between, or
     * were not the same on both sides from the beginning.
     *
     * @param compared by the names by which they are reported
     * @param target without autocommit
     */
    Set<TableId> changed(Set<TableId> compared, Connection source, Connection target) throws SQLException {
        Map<TableId, TableDefinition> now = new TreeMap<>();
        new MySqlSchemaReader(source, settings.source())
                .read()
                .definitions()
                .forEach(table -> now.put(table.id(), table));
        Set<TableId> onTarget = replayed.changedSince(target);
        target.rollback();
        Set<TableId> changed = new HashSet<>();
        for (TableId name : compared) {
            for (TableDefinition before : groups.getOrDefault(name, List.of())) {
                TableDefinition today = now.get(before.id());
                if (today == null
                        || !ComparedShape.isSame(before, today)
                        || onTarget.contains(before.id())
                        || replayed.difference(before).isPresent()) {
                    changed.add(name);
                }
            }
        }
        return changed;
    }
}
