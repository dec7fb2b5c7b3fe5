package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The source's foreign keys to create on the target after the rows, and those to omit. Pure: accesses no server.
 *
 * @param keys keys to create
 * @param limitations omitted keys, each with its reason
 * @param unrepeated omitted keys whose actions change rows at the source; neither the binlog nor the target's keys
 *     reproduce these changes
 */
public record ForeignKeyPlan(List<Key> keys, List<SchemaLimitation> limitations, List<Unrepeated> unrepeated) {

    private static final String AT_CUTOVER = "create it on the target at the cutover";

    /**
     * A foreign key to create.
     *
     * @param child the referring table
     * @param parent the referenced table
     * @param definition the key, with column names in the tables' spelling
     */
    public record Key(TableDefinition child, TableDefinition parent, ForeignKeyDefinition definition) {

        /**
         * Returns the statement that adds the key. RESTRICT becomes NO ACTION, which is the same in MySQL, and which
         * the target checks at the end of a statement: rows deleted together need no order.
         */
        public String add(String name) {
            return "ALTER TABLE " + Identifiers.quoteTarget(child.targetId()) + " ADD CONSTRAINT "
                    + Identifiers.quoteTarget(name)
                    + " FOREIGN KEY (" + quoted(definition.columns()) + ") REFERENCES "
                    + Identifiers.quoteTarget(parent.targetId()) + " ("
                    + quoted(definition.referencedColumns()) + ") ON UPDATE " + action(definition.onUpdate())
                    + " ON DELETE " + action(definition.onDelete());
        }

        /** Returns the statement that adds the key without validating existing rows. */
        public String addUnchecked(String name) {
            return add(name) + " NOT VALID";
        }

        /** Returns the statement that validates existing rows later. */
        public String validate(String name) {
            return "ALTER TABLE " + Identifiers.quoteTarget(child.targetId()) + " VALIDATE CONSTRAINT "
                    + Identifiers.quoteTarget(name);
        }

        /** Returns a query with one row if a child row has no parent row. */
        public String orphans() {
            List<String> set = new ArrayList<>();
            List<String> equal = new ArrayList<>();
            for (int i = 0; i < definition.columns().size(); i++) {
                String column =
                        "c." + Identifiers.quoteTarget(definition.columns().get(i));
                set.add(column + " IS NOT NULL");
                equal.add("p."
                        + Identifiers.quoteTarget(definition.referencedColumns().get(i)) + " = " + column);
            }
            return "SELECT 1 FROM " + Identifiers.quoteTarget(child.targetId()) + " AS c WHERE "
                    + String.join(" AND ", set) + " AND NOT EXISTS (SELECT 1 FROM "
                    + Identifiers.quoteTarget(parent.targetId()) + " AS p WHERE " + String.join(" AND ", equal)
                    + ") LIMIT 1";
        }

        /** Returns whether a row refers to the same parent on both sides. Strings may be equal only in MySQL. */
        public boolean comparesAlike() {
            return definition.columns().stream().noneMatch(column -> isText(child, column))
                    && definition.referencedColumns().stream().noneMatch(column -> isText(parent, column));
        }

        /** Returns whether a row may refer to a parent that is equal only by the source's collation. */
        public boolean comparesByCollation() {
            return definition.columns().stream().anyMatch(column -> hasCollation(child, column))
                    || definition.referencedColumns().stream().anyMatch(column -> hasCollation(parent, column));
        }

        private static boolean hasCollation(TableDefinition table, String name) {
            String collation = table.extras().column(name).collation();
            return table.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .anyMatch(column -> column.type().isText() && (collation == null || !collation.endsWith("_bin")));
        }

        private static boolean isText(TableDefinition table, String name) {
            return table.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .anyMatch(column -> column.characterSet() != null);
        }

        /** Returns the name of the key if it is free: the source's, shortened if the target would truncate it. */
        public String constraintName() {
            return TargetNames.shortened(definition.name());
        }

        private static String action(String action) {
            return ForeignKeyDefinition.changesChild(action) ? action : "NO ACTION";
        }

        private static String quoted(List<String> columns) {
            return columns.stream().map(Identifiers::quoteTarget).collect(Collectors.joining(", "));
        }

        @Override
        public String toString() {
            return "foreign key " + definition.name() + " of table " + child.label() + " to " + parent.label();
        }
    }

    /**
     * A foreign key whose action is not repeated on the target.
     *
     * @param child the table whose rows it changes at the source
     * @param definition the key
     * @param limitation the reason
     */
    public record Unrepeated(TableDefinition child, ForeignKeyDefinition definition, SchemaLimitation limitation) {}

    public ForeignKeyPlan {
        keys = List.copyOf(keys);
        limitations = List.copyOf(limitations);
        unrepeated = List.copyOf(unrepeated);
    }

    /**
     * Plans the foreign keys.
     *
     * @param tables all replicated tables
     * @param cascadesLogged whether the source's binlog contains the changes of child rows, so that the target must not
     *     repeat them
     */
    public static ForeignKeyPlan of(
            Collection<TableDefinition> tables, ForeignKeyPolicy policy, boolean cascadesLogged) {
        return of(tables, policy, cascadesLogged, other -> true);
    }

    /**
     * Plans the foreign keys.
     *
     * @param tables all replicated tables
     * @param cascadesLogged whether the source's binlog contains the changes of child rows, so that the target must not
     *     repeat them
     * @param mayExist whether a table that is not replicated may exist at the source: a missing one changes no rows
     */
    public static ForeignKeyPlan of(
            Collection<TableDefinition> tables,
            ForeignKeyPolicy policy,
            boolean cascadesLogged,
            Predicate<TableId> mayExist) {
        Map<TableId, TableDefinition> byId = new HashMap<>();
        tables.forEach(table -> byId.put(table.id(), table));
        List<Key> keys = new ArrayList<>();
        List<SchemaLimitation> limitations = new ArrayList<>();
        List<Unrepeated> unrepeated = new ArrayList<>();
        for (TableDefinition table :
                tables.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList()) {
            for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
                TableDefinition parent = byId.get(key.referenced());
                Optional<SchemaLimitation> obstacle = obstacle(table, key, parent, policy, cascadesLogged);
                boolean isThere = parent != null || mayExist.test(key.referenced());
                (isThere ? obstacle : withoutParent(table, key)).ifPresent(limitations::add);
                boolean acts = key.cascades() && isThere;
                if (acts && !cascadesLogged) {
                    obstacle.ifPresent(limitation -> unrepeated.add(new Unrepeated(table, key, limitation)));
                }
                if (parent != null && obstacle.isEmpty()) {
                    keys.add(new Key(table, parent, withNamesOf(table, parent, key)));
                }
            }
        }
        return new ForeignKeyPlan(keys, limitations, unrepeated);
    }

    /** Returns the tables with keys that have an action: changes of the parent's rows change the child's. */
    public Set<TableId> cascading() {
        Set<TableId> tables = new HashSet<>();
        for (Key key : keys) {
            if (key.definition().cascades()) {
                tables.add(key.child().id());
                tables.add(key.parent().id());
            }
        }
        return tables;
    }

    private static Optional<SchemaLimitation> obstacle(
            TableDefinition child,
            ForeignKeyDefinition key,
            @Nullable TableDefinition parent,
            ForeignKeyPolicy policy,
            boolean cascadesLogged) {
        if (policy == ForeignKeyPolicy.DEFER) {
            return limitation(
                    child, key, "it is not created while changes are replayed (foreign-keys: defer)", AT_CUTOVER);
        }
        if (parent == null) {
            return limitation(
                    child,
                    key,
                    "it refers to table " + key.referenced() + ", which is not replicated",
                    key.cascades() && !cascadesLogged
                            ? "replicate that table too (gaussferry.source.schemas and .tables)"
                            : "replicate that table too (gaussferry.source.schemas and .tables), or create the key on the target by hand if it has the table");
        }
        if (cascadesLogged && key.cascades()) {
            return limitation(
                    child,
                    key,
                    "its action is not wanted while changes are replayed: what it changes at the source is in the binlog",
                    AT_CUTOVER);
        }
        if (!hasUniqueKey(parent, key.referencedColumns())) {
            return limitation(
                    child,
                    key,
                    "it refers to columns that have no unique key of their own, which the target demands",
                    "add a unique key on " + String.join(", ", key.referencedColumns()) + " of table " + parent.id()
                            + " at the source");
        }
        return Optional.empty();
    }

    private static Optional<SchemaLimitation> withoutParent(TableDefinition child, ForeignKeyDefinition key) {
        return limitation(
                child,
                key,
                "it refers to table " + key.referenced() + ", which the source does not have",
                "no action needed: the key is created together with that table");
    }

    private static Optional<SchemaLimitation> limitation(
            TableDefinition child, ForeignKeyDefinition key, String problem, String remedy) {
        return Optional.of(new SchemaLimitation(child.id(), "foreign key " + key.name(), problem, remedy));
    }

    private static boolean hasUniqueKey(TableDefinition parent, List<String> columns) {
        Set<String> wanted = new HashSet<>(withNamesOf(parent, columns));
        return parent.uniqueIndexes().stream()
                .filter(index -> index.isOnWholeColumns())
                .anyMatch(index -> index.parts().size() == columns.size()
                        && index.parts().stream()
                                .map(part -> parent.columns().get(part.column()).name())
                                .collect(Collectors.toSet())
                                .equals(wanted));
    }

    private static ForeignKeyDefinition withNamesOf(
            TableDefinition child, TableDefinition parent, ForeignKeyDefinition key) {
        return new ForeignKeyDefinition(
                key.name(),
                withNamesOf(child, key.columns()),
                key.referenced(),
                withNamesOf(parent, key.referencedColumns()),
                key.onUpdate(),
                key.onDelete());
    }

    /**
     * Returns column names in the table's spelling. The case in a key may differ, but the target's names are
     * case-sensitive.
     */
    private static List<String> withNamesOf(TableDefinition table, List<String> columns) {
        return columns.stream()
                .map(name -> table.columns().stream()
                        .map(column -> column.name())
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .orElse(name))
                .toList();
    }
}
