package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Source tables that are merged into one target table. The merge must be configured, and their definitions must be
 * equal: the target's table is created like the first one, and the rows of all must fit. Pure: accesses no server.
 */
public final class MergedTables {

    private MergedTables() {}

    /**
     * Several tables that are merged.
     *
     * @param target the target table
     * @param tables the source tables, sorted by name; at least two
     */
    public record Group(TableId target, List<TableDefinition> tables) {

        @Override
        public String toString() {
            return "Tables "
                    + tables.stream().map(table -> table.id().toString()).collect(Collectors.joining(", "))
                    + " become one table, " + target;
        }
    }

    /**
     * A reason why tables cannot be merged.
     *
     * @param table the table concerned
     * @param problem the reason, as a sentence
     * @param remedy an action for the operator
     */
    public record Obstacle(TableId table, String problem, String remedy) {}

    /** Returns the groups with more than one table. */
    public static List<Group> of(Collection<TableDefinition> definitions) {
        Map<TableId, List<TableDefinition>> byTarget = new TreeMap<>();
        for (TableDefinition table :
                definitions.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList()) {
            byTarget.computeIfAbsent(table.targetId(), target -> new ArrayList<>())
                    .add(table);
        }
        List<Group> groups = new ArrayList<>();
        byTarget.forEach((target, tables) -> {
            if (tables.size() > 1) {
                groups.add(new Group(target, tables));
            }
        });
        return groups;
    }

    /** Returns the tables that are merged with others. */
    public static Set<TableId> ids(Collection<TableDefinition> definitions) {
        Set<TableId> ids = new HashSet<>();
        of(definitions).forEach(group -> group.tables().forEach(table -> ids.add(table.id())));
        return ids;
    }

    /** @throws GaussferryException if tables cannot be merged */
    public static void require(Collection<TableDefinition> definitions, TableRenames renames, RuleBook rules) {
        for (Obstacle obstacle : obstacles(definitions, renames, rules)) {
            throw new GaussferryException(ErrorCode.TABLES_NOT_MERGEABLE, obstacle.problem(), obstacle.remedy(), null);
        }
    }

    /** Returns at most one obstacle per group. */
    public static List<Obstacle> obstacles(
            Collection<TableDefinition> definitions, TableRenames renames, RuleBook rules) {
        List<Obstacle> obstacles = new ArrayList<>();
        for (Group group : of(definitions)) {
            Optional<Obstacle> unmeant = unmeant(group, renames);
            unmeant.or(() -> different(group, renames, rules)).ifPresent(obstacles::add);
        }
        return obstacles;
    }

    /** Returns an obstacle unless the merge is configured: by one rule for all tables, or by a table rule for each. */
    private static Optional<Obstacle> unmeant(Group group, TableRenames renames) {
        Set<Optional<TableRename>> used = new HashSet<>();
        for (TableDefinition table : group.tables()) {
            Optional<TableRename> rule = renames.ruleFor(table.id());
            used.add(rule);
            if (rule.isEmpty()) {
                return Optional.of(new Obstacle(
                        table.id(),
                        group + ", although no rule says so for " + table.id() + ".",
                        "if they are to be one, add a rule for " + table.id()
                                + " to gaussferry.source.rename; otherwise give the others another name there"));
            }
        }
        boolean ofTables = used.stream().flatMap(Optional::stream).noneMatch(TableRename::isOfSchema);
        return used.size() == 1 || ofTables
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        group.tables().get(0).id(),
                        group + ", by different rules for whole databases.",
                        "if they are to be one, say so in gaussferry.source.rename by one rule for tables; otherwise give"
                                + " one of them another name there"));
    }

    private static Optional<Obstacle> different(Group group, TableRenames renames, RuleBook rules) {
        TableDefinition first = group.tables().get(0);
        for (TableDefinition table : group.tables()) {
            Optional<String> difference = difference(first, table, renames, rules);
            if (difference.isPresent()) {
                return Optional.of(new Obstacle(
                        table.id(),
                        group + ", but " + first.id() + " and " + table.id() + " differ in " + difference.get() + ".",
                        "make them alike at the source, or give one of them another name in gaussferry.source.rename"));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(
            TableDefinition one, TableDefinition other, TableRenames renames, RuleBook rules) {
        if (one.columns().size() != other.columns().size()) {
            return Optional.of("the number of their columns");
        }
        for (int i = 0; i < one.columns().size(); i++) {
            ColumnDefinition column = one.columns().get(i);
            if (!column.equals(other.columns().get(i))) {
                return Optional.of("column " + (i + 1) + ", " + column.name());
            }
            if (!attributes(one, column).equals(attributes(other, column))) {
                return Optional.of("what column " + column.name() + " has in addition to its type");
            }
            boolean sameRules = rules.forColumn(one.id(), column).equals(rules.forColumn(other.id(), column))
                    && rules.targetType(one.id(), column).equals(rules.targetType(other.id(), column));
            if (!sameRules) {
                return Optional.of("gaussferry.rules for column " + column.name());
            }
        }
        if (!one.indexes().equals(other.indexes())) {
            return Optional.of("their indexes");
        }
        if (!checks(one).equals(checks(other))) {
            return Optional.of("their check constraints");
        }
        return foreignKeys(one, renames).equals(foreignKeys(other, renames))
                ? Optional.empty()
                : Optional.of("their foreign keys");
    }

    /**
     * Returns the attributes to compare: without those that the target does not have, and without comments, which may
     * differ.
     */
    private static ColumnAttributes attributes(TableDefinition table, ColumnDefinition column) {
        ColumnAttributes all = table.extras().column(column.name());
        return new ColumnAttributes(
                all.defaultText(),
                all.defaultIsExpression(),
                all.onUpdateCurrentTimestamp(),
                all.autoIncrement(),
                all.generation(),
                all.invisible(),
                "",
                null);
    }

    /** Returns the clauses of the checks, without names, which are unique in a database of the source. */
    private static List<String> checks(TableDefinition table) {
        return table.extras().checks().stream()
                .filter(CheckDefinition::enforced)
                .map(CheckDefinition::clause)
                .sorted()
                .toList();
    }

    /** Returns the foreign keys as on the target, without their names. */
    private static List<String> foreignKeys(TableDefinition table, TableRenames renames) {
        return table.extras().foreignKeys().stream()
                .map(key -> new ForeignKeyDefinition(
                                "",
                                key.columns(),
                                renames.targetOf(key.referenced()),
                                key.referencedColumns(),
                                key.onUpdate(),
                                key.onDelete())
                        .toString())
                .sorted()
                .toList();
    }
}
