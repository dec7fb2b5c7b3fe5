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
 * The tables of one comparison, with the definitions that both sides had when it started. A later change of a definition makes the results
 * of its table void. Used by one thread.
 */
final class ComparisonRound {

    private final VerifySettings settings;
    /** Tables to compare by their reported names. Tables that are merged on the target are compared together. */
    private final Map<TableId, List<TableDefinition>> groups;

    private final ReplayedDefinitions replayed;

    private ComparisonRound(
            VerifySettings settings, Map<TableId, List<TableDefinition>> groups, ReplayedDefinitions replayed) {
        this.settings = settings;
        this.groups = groups;
        this.replayed = replayed;
    }

    /**
     * Reads the definitions, those of the target first: a table that changes between the two reads is then detected as changed.
     *
     * @param target without autocommit
     */
    static ComparisonRound read(Connection source, Connection target, VerifySettings settings) throws SQLException {
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
     * Returns whether Gaussferry derived a wrong definition of a table: replay's definition differs from the source's in this round and in
     * an earlier one, while neither side changed it. No statement is outstanding then.
     *
     * @param earlier an earlier round; since then replay has reached everything that the source had at that time
     * @param name the reported name of the table
     */
    boolean isDerivedIncorrectly(ComparisonRound earlier, TableId name) {
        List<TableDefinition> tables = groups.getOrDefault(name, List.of());
        return tables.equals(earlier.groups.get(name))
                && tables.stream().anyMatch(table -> replayed.difference(table).isPresent())
                && tables.stream()
                        .allMatch(table -> Objects.equals(
                                replayed.stored().get(table.id()),
                                earlier.replayed.stored().get(table.id())));
    }

    /** Returns the definitions at the replayed position. */
    ReplayedDefinitions replayed() {
        return replayed;
    }

    /** Returns all tables by their reported names. */
    Map<TableId, List<TableDefinition>> groups() {
        return groups;
    }

    /**
     * Returns the wanted tables that can be compared, and records the reason for each of the others.
     *
     * @param wanted reported names
     * @param target without autocommit
     */
    List<ComparedTable> comparable(
            Set<TableId> wanted, Connection target, Conversion conversion, TablesBeingCopied copied, Tally tally)
            throws SQLException {
        TargetCatalog targetCatalog = new TargetCatalog(target);
        targetCatalog.prefetch(groups.entrySet().stream()
                .filter(group -> wanted.contains(group.getKey()))
                .map(group -> group.getValue().get(0))
                .toList());
        List<ComparedTable> tables = new ArrayList<>();
        for (Map.Entry<TableId, List<TableDefinition>> group : groups.entrySet()) {
            boolean isCopied = group.getValue().stream().anyMatch(table -> copied.isBeingCopied(table.id()));
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
        Optional<String> reason = group.stream()
                .flatMap(other -> replayed.difference(other).stream())
                .findFirst();
        if (reason.isPresent()) {
            tally.undecided(name, reason.get());
            return Optional.empty();
        }
        try {
            if (group.stream().anyMatch(other -> !other.columns().equals(table.columns()))) {
                tally.undecided(name, "the merged tables now have different columns");
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
     * Returns the tables whose definitions have changed on either side, even temporarily, or already differed between the sides at the
     * start.
     *
     * @param compared reported names
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
