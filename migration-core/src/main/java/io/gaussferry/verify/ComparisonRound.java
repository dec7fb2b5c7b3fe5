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
import io.gaussferry.verify.read.ReportedTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of one comparison, with the definitions that both sides had when it started. A later change of a definition makes the results
 * of its table void. Used by one thread.
 */
final class ComparisonRound {

    private final VerifySettings settings;
    /** Tables to compare by their reported names. Tables that are merged on the target are compared together. */
    private final Map<TableId, List<TableDefinition>> groups;

    private final ReplayedDefinitions replayed;

    /** @param groups tables by their reported names, see {@link ReportedTables} */
    ComparisonRound(VerifySettings settings, Map<TableId, List<TableDefinition>> groups, ReplayedDefinitions replayed) {
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
        return new ComparisonRound(settings, ReportedTables.group(catalog.definitions()), replayed);
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
            if (wanted.contains(group.getKey()) && copied.areComplete(group.getKey(), ids(group.getValue()), tally)) {
                comparable(group.getKey(), group.getValue(), targetCatalog, conversion, tally)
                        .ifPresent(tables::add);
            }
        }
        target.rollback();
        return tables;
    }

    private static List<TableId> ids(List<TableDefinition> group) {
        return group.stream().map(TableDefinition::id).toList();
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
     * start; also those with which another table is merged since.
     *
     * @param compared reported names
     * @param target without autocommit
     */
    Set<TableId> changed(Set<TableId> compared, Connection source, Connection target) throws SQLException {
        return changed(
                compared,
                new MySqlSchemaReader(source, settings.source()).read().definitions(),
                target);
    }

    /** @param today the source's definitions */
    Set<TableId> changed(Set<TableId> compared, Collection<TableDefinition> today, Connection target)
            throws SQLException {
        Map<TableId, List<TableDefinition>> now = ReportedTables.group(today);
        Set<TableId> onTarget = replayed.changedSince(target);
        target.rollback();
        Set<TableId> changed = new HashSet<>();
        for (TableId name : compared) {
            List<TableDefinition> before = groups.getOrDefault(name, List.of());
            List<TableDefinition> after = now.getOrDefault(name, List.of());
            if (!ids(before).equals(ids(after))) {
                changed.add(name);
                continue;
            }
            for (int i = 0; i < before.size(); i++) {
                if (!ComparedShape.isSame(before.get(i), after.get(i))
                        || onTarget.contains(before.get(i).id())
                        || replayed.difference(before.get(i)).isPresent()) {
                    changed.add(name);
                }
            }
        }
        return changed;
    }
}
