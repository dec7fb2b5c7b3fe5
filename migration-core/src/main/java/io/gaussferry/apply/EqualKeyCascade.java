package io.gaussferry.apply;

import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TrailingBlanks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The statement that changes the rows of a table that reference a changed key, directly or over tables between.
 *
 * <p>As InnoDB does, it sets the columns whose referenced bytes have changed, in rows whose parents have changed; {@code SET NULL} sets all
 * columns of the key.
 *
 * @param parent the table whose row has changed
 * @param links the keys from it to the table that is changed; all but the last have the action {@code CASCADE}
 */
record EqualKeyCascade(TargetTable parent, List<EqualKeyCascade.Link> links) {

    /** Alias of the changed key; unlikely to be the name of a user's table. */
    private static final String KEY = "gaussferry_key";

    /** The first letters of its columns' names. */
    private static final String NEW = "v";

    private static final String OLD = "o";

    /** A foreign key and its referencing table. */
    record Link(EnforcedForeignKey key, TargetTable child) {

        private TargetTable.Column column(int column) {
            return child.columns().get(column);
        }
    }

    EqualKeyCascade {
        links = List.copyOf(links);
    }

    /** Returns the number of keys from the changed row to the table. */
    int length() {
        return links.size();
    }

    /** Returns the columns of the changed row, from 0: the statement's parameters are their new values in this order, then their old ones. */
    List<Integer> keyColumns() {
        return links.get(0).key().parentColumns();
    }

    /**
     * Returns the statement.
     *
     * @param changed the columns of the changed row whose bytes have changed
     * @return empty if the table has none of these values
     */
    Optional<String> update(BitSet changed) {
        List<String> tables = new ArrayList<>(List.of(key(List.of(NEW, OLD))));
        List<String> conditions = new ArrayList<>();
        // the new values of changed columns in the table of the link, by the number of the column
        Map<Integer, String> values = new TreeMap<>();
        for (int column : keyColumns()) {
            if (changed.get(column)) {
                values.put(column, value(column));
            }
        }
        for (int number = 0; number < links.size(); number++) {
            Link link = links.get(number);
            Map<Integer, String> ofParent = values;
            values = new TreeMap<>();
            for (int i = 0; i < link.key().parentColumns().size(); i++) {
                String value = ofParent.get(link.key().parentColumns().get(i));
                if (value != null) {
                    values.put(link.key().childColumns().get(i), value);
                }
                conditions.add(match(number, i));
            }
            if (values.isEmpty()) {
                return Optional.empty();
            }
            boolean isLast = number == links.size() - 1;
            if (!isLast) {
                tables.add(Identifiers.quoteTarget(link.child().id()) + " AS " + alias(number));
                values.keySet().retainAll(links.get(number + 1).key().parentColumns());
            }
            if (!isLast || isCascade()) {
                conditions.add(isSpelledOtherwise(number, values));
            }
        }
        return Optional.of("UPDATE " + Identifiers.quoteTarget(last().child().id()) + " SET " + assignments(values)
                + " FROM " + String.join(", ", tables) + " WHERE " + String.join(" AND ", conditions));
    }

    /**
     * Returns the query for a row that the target's keys regard as a child of the changed row, and the source does not: only their
     * trailing blanks differ. Its parameters are those of {@link #update}, without the new values if there are none.
     *
     * @param hasNewKey whether the row has a key after the change; one that is equal for the target does not activate the target's keys
     * @return empty if both regard the same rows as children
     */
    Optional<String> unrelated(boolean hasNewKey) {
        List<String> tables = new ArrayList<>(List.of(key(hasNewKey ? List.of(NEW, OLD) : List.of(OLD))));
        List<String> conditions = new ArrayList<>();
        if (hasNewKey) {
            conditions.add(keyColumns().stream()
                    .map(column -> value(column) + " = " + oldValue(column))
                    .collect(Collectors.joining(" AND ", "NOT (", ")")));
        }
        List<String> sameBlanks = new ArrayList<>();
        for (int number = 0; number < links.size(); number++) {
            boolean isLast = number == links.size() - 1;
            for (int part = 0; part < links.get(number).key().parentColumns().size(); part++) {
                conditions.add(equalsReferenced(number, part));
                hasSameBlanks(number, part).ifPresent(isLast ? sameBlanks::add : conditions::add);
            }
            tables.add(
                    Identifiers.quoteTarget(links.get(number).child().id()) + (isLast ? "" : " AS " + alias(number)));
        }
        return sameBlanks.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "SELECT 1 FROM " + String.join(", ", tables) + " WHERE " + String.join(" AND ", conditions)
                                + " AND NOT (" + String.join(" AND ", sameBlanks) + ") LIMIT 1");
    }

    private Link last() {
        return links.get(links.size() - 1);
    }

    private boolean isCascade() {
        return last().key().onUpdate().equals("CASCADE");
    }

    private String assignments(Map<Integer, String> values) {
        if (isCascade()) {
            return values.entrySet().stream()
                    .map(value -> Identifiers.quoteTarget(
                                    last().column(value.getKey()).name()) + " = " + value.getValue())
                    .collect(Collectors.joining(", "));
        }
        return last().key().childColumns().stream()
                .map(column -> Identifiers.quoteTarget(last().column(column).name()) + " = NULL")
                .collect(Collectors.joining(", "));
    }

    /** Returns the table of the changed key's values, which are parameters. */
    private String key(List<String> prefixes) {
        return prefixes.stream()
                .flatMap(prefix -> keyColumns().stream().map(number -> parameter(number) + " AS " + prefix + number))
                .collect(Collectors.joining(", ", "(SELECT ", ") AS " + KEY));
    }

    private String parameter(int number) {
        TargetTable.Column column = parent.columns().get(number);
        return column.hasArrayType()
                ? "(CAST(? AS " + column.arrayType() + "))[1]"
                : "CAST(? AS " + column.elementType() + ")";
    }

    private static String value(int column) {
        return KEY + "." + NEW + column;
    }

    private static String oldValue(int column) {
        return KEY + "." + OLD + column;
    }

    /**
     * The referencing columns equal the referenced ones, by the target's equality, and have the same trailing blanks if the source
     * distinguishes these. Those of the changed row equal the old ones, too: otherwise its key has become another one, on which the
     * target's foreign keys act, and rows that have the new value had no parent.
     */
    private String match(int number, int part) {
        String same = equalsReferenced(number, part)
                + hasSameBlanks(number, part).map(" AND "::concat).orElse("");
        return number == 0
                ? referencing(number, part) + " = "
                        + value(links.get(number).key().parentColumns().get(part)) + " AND " + same
                : same;
    }

    /** A referencing column equals the referenced one before the change, by the target's equality. */
    private String equalsReferenced(int number, int part) {
        return referencing(number, part) + " = " + referenced(number, part);
    }

    /** Two equal values have equally many trailing blanks; empty unless only the source distinguishes values by them. */
    private Optional<String> hasSameBlanks(int number, int part) {
        EnforcedForeignKey key = links.get(number).key();
        TargetTable.Column child = links.get(number).column(key.childColumns().get(part));
        TrailingBlanks ofChild = child.blanks();
        TrailingBlanks ofParent =
                above(number).columns().get(key.parentColumns().get(part)).blanks();
        boolean areCompared = ofChild == TrailingBlanks.COMPARED || ofParent == TrailingBlanks.COMPARED;
        return areCompared && child.hasEqualSpellings()
                ? Optional.of(
                        blanks(ofChild, referencing(number, part)) + " = " + blanks(ofParent, referenced(number, part)))
                : Optional.empty();
    }

    /** Returns their number. The target pads CHAR: its value has blanks that the source's has not. */
    private static String blanks(TrailingBlanks kind, String value) {
        if (kind == TrailingBlanks.REMOVED) {
            return "0";
        }
        String text = "CAST(" + value + " AS TEXT)";
        return "pg_catalog.octet_length(" + text + ") - pg_catalog.octet_length(pg_catalog.rtrim(" + text + "))";
    }

    private TargetTable above(int number) {
        return number == 0 ? parent : links.get(number - 1).child();
    }

    private String referencing(int number, int part) {
        Link link = links.get(number);
        int column = link.key().childColumns().get(part);
        return link.column(column).comparisonExpression(name(number, column));
    }

    private String referenced(int number, int part) {
        int column = links.get(number).key().parentColumns().get(part);
        return number == 0
                ? oldValue(column)
                : above(number).columns().get(column).comparisonExpression(name(number - 1, column));
    }

    private String isSpelledOtherwise(int number, Map<Integer, String> values) {
        Link link = links.get(number);
        return values.entrySet().stream()
                .map(value -> {
                    TargetTable.Identity identity = link.column(value.getKey()).identity();
                    return identity.of(name(number, value.getKey())) + " IS DISTINCT FROM "
                            + identity.of(value.getValue());
                })
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    private String name(int number, int column) {
        Link link = links.get(number);
        String table = number == links.size() - 1
                ? Identifiers.quoteTarget(link.child().id().name())
                : alias(number);
        return table + "." + Identifiers.quoteTarget(link.column(column).name());
    }

    private static String alias(int number) {
        return "gaussferry_" + (number + 1);
    }
}
