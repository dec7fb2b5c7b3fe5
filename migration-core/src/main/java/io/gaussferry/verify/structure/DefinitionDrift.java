package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.StructureFinding.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the definition that replay uses with the one in the source's catalog. Once replay has reached the last statement they are
 * equal, unless Gaussferry interpreted a statement differently from the source. Does not access a server.
 */
final class DefinitionDrift {

    private final TableId name;
    private final TableDefinition known;
    private final TableDefinition source;
    private final List<StructureFinding> findings = new ArrayList<>();

    private DefinitionDrift(TableId name, TableDefinition known, TableDefinition source) {
        this.name = name;
        this.known = known;
        this.source = source;
    }

    /**
     * Returns the differences.
     *
     * @param name the table's name in reports
     * @param known the definition that replay uses
     * @param withExtras whether that definition was stored with defaults, foreign keys and checks
     * @param source the definition in the source's catalog
     */
    static List<StructureFinding> of(TableId name, TableDefinition known, boolean withExtras, TableDefinition source) {
        DefinitionDrift drift = new DefinitionDrift(name, known, source);
        drift.compareColumns();
        drift.compareIndexes();
        if (withExtras) {
            drift.compareForeignKeys();
            drift.compareExtras();
        }
        return drift.findings;
    }

    private void add(Weight weight, String object, String onSource, String inReplay) {
        findings.add(new StructureFinding(
                name,
                Aspect.DEFINITION,
                weight,
                object + " is " + onSource + " in the source's catalog, but " + inReplay
                        + " in the definition that replay uses"));
    }

    private void compareColumns() {
        Map<String, ColumnDefinition> before = byName(known);
        Map<String, ColumnDefinition> today = byName(source);
        Set<String> names = new LinkedHashSet<>(today.keySet());
        names.addAll(before.keySet());
        for (String column : names) {
            ColumnDefinition one = today.get(column);
            ColumnDefinition other = before.get(column);
            if (one == null) {
                add(Weight.DIFFERENCE, "column " + column, "missing", "present");
            } else if (other == null) {
                add(Weight.DIFFERENCE, "column " + column, "present", "missing");
            } else if (!isAlike(one, other)) {
                add(Weight.DIFFERENCE, "column " + column, describe(one), describe(other));
            }
        }
        List<String> inOrder = List.copyOf(today.keySet());
        List<String> inOrderBefore = List.copyOf(before.keySet());
        if (today.keySet().equals(before.keySet()) && !inOrder.equals(inOrderBefore)) {
            add(Weight.DIFFERENCE, "the order of columns", inOrder.toString(), inOrderBefore.toString());
        }
    }

    private static Map<String, ColumnDefinition> byName(TableDefinition table) {
        Map<String, ColumnDefinition> columns = new LinkedHashMap<>();
        table.columns().forEach(column -> columns.put(column.name(), column));
        return columns;
    }

    /** Ignores spellings of a declaration, and the spatial reference system of a geometry, which is not always known. */
    private static boolean isAlike(ColumnDefinition one, ColumnDefinition other) {
        boolean sameLength = one.length() == other.length() || one.type() == MySqlType.GEOMETRY;
        boolean sameMembers = !one.hasKnownMembers()
                || !other.hasKnownMembers()
                || one.members().equals(other.members());
        return one.type() == other.type()
                && one.unsigned() == other.unsigned()
                && sameLength
                && one.precision() == other.precision()
                && one.scale() == other.scale()
                && Objects.equals(one.characterSet(), other.characterSet())
                && sameMembers
                && one.nullable() == other.nullable();
    }

    private static String describe(ColumnDefinition column) {
        String characterSet = column.characterSet();
        return column.declaration()
                + (characterSet == null ? "" : " of " + characterSet)
                + (column.nullable() ? "" : " NOT NULL");
    }

    private void compareIndexes() {
        compareSets("unique key", Weight.DIFFERENCE, indexes(source, true), indexes(known, true));
        compareSets("index", Weight.NOTE, indexes(source, false), indexes(known, false));
    }

    /** Returns descriptions of the indexes, without their names. */
    private static Set<String> indexes(TableDefinition table, boolean unique) {
        Set<String> indexes = new TreeSet<>();
        for (IndexDefinition index : table.indexes()) {
            if (index.unique() == unique) {
                indexes.add((index.isPrimary() ? "PRIMARY " : "")
                        + index.parts().stream()
                                .map(part -> part(table, part))
                                .collect(Collectors.joining(", ", "(", ")")));
            }
        }
        return indexes;
    }

    private static String part(TableDefinition table, IndexDefinition.Part part) {
        String name = part.column() < 0
                ? "expression"
                : table.columns().get(part.column()).name();
        return name + (part.prefixLength() > 0 ? "(" + part.prefixLength() + ")" : "");
    }

    private void compareSets(String object, Weight weight, Set<String> today, Set<String> before) {
        today.stream()
                .filter(text -> !before.contains(text))
                .forEach(text -> add(weight, object + " " + text, "present", "missing"));
        before.stream()
                .filter(text -> !today.contains(text))
                .forEach(text -> add(weight, object + " " + text, "missing", "present"));
    }

    private void compareForeignKeys() {
        compareSets("foreign key", Weight.DIFFERENCE, foreignKeys(source), foreignKeys(known));
    }

    /**
     * Returns descriptions of the foreign keys without their names. MySQL ignores the case of column names, and on some systems that of
     * table names.
     */
    private static Set<String> foreignKeys(TableDefinition table) {
        Set<String> keys = new TreeSet<>();
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            String text = "(" + String.join(", ", key.columns()) + ") to " + key.referenced() + " ("
                    + String.join(", ", key.referencedColumns()) + ")";
            keys.add(text.toLowerCase(Locale.ROOT)
                    + action(" ON UPDATE ", key.onUpdate())
                    + action(" ON DELETE ", key.onDelete()));
        }
        return keys;
    }

    private static String action(String event, String action) {
        return ForeignKeyDefinition.changesChild(action) ? event + action : "";
    }

    private void compareExtras() {
        for (ColumnDefinition column : source.columns()) {
            if (known.columns().stream().anyMatch(other -> other.name().equals(column.name()))) {
                compareAttributes(column.name());
            }
        }
        compareSets("check", Weight.NOTE, checks(source), checks(known));
    }

    private void compareAttributes(String column) {
        ColumnAttributes today = source.extras().column(column);
        ColumnAttributes before = known.extras().column(column);
        boolean isTold =
                today.defaultText() == null || today.defaultText().indexOf(ColumnDefinition.UNKNOWN_CHARACTER) < 0;
        if (isTold && !Objects.equals(plain(today.defaultText()), plain(before.defaultText()))) {
            add(
                    Weight.NOTE,
                    "the default of column " + column,
                    shown(today.defaultText()),
                    shown(before.defaultText()));
        }
        if ((today.generation() == null) != (before.generation() == null)) {
            add(
                    Weight.DIFFERENCE,
                    "column " + column,
                    today.generation() == null ? "plain" : "generated",
                    before.generation() == null ? "plain" : "generated");
        } else if (!Objects.equals(plain(today.generation()), plain(before.generation()))) {
            add(
                    Weight.NOTE,
                    "the expression of column " + column,
                    shown(today.generation()),
                    shown(before.generation()));
        }
    }

    /** Returns an expression without whitespace and escapes, which servers print differently. */
    private static @Nullable String plain(@Nullable String expression) {
        return expression == null ? null : expression.replace("\\", "").replaceAll("\\s+", "");
    }

    private static String shown(@Nullable String text) {
        return text == null ? "missing" : "'" + text + "'";
    }

    private static Set<String> checks(TableDefinition table) {
        return table.extras().checks().stream()
                .filter(CheckDefinition::enforced)
                .map(CheckDefinition::clause)
                .map(clause -> String.valueOf(plain(clause)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
