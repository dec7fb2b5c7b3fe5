package io.gaussferry.apply;

import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        List<String> tables = new ArrayList<>(List.of(changedKey()));
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

    private String changedKey() {
        return Stream.of(NEW, OLD)
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
     * The referencing columns equal the referenced ones, by the target's equality. Those of the changed row equal the old ones, too:
     * otherwise its key has become another one, on which the target's foreign keys act, and rows that have the new value had no parent.
     */
    private String match(int number, int part) {
        Link link = links.get(number);
        int column = link.key().childColumns().get(part);
        int referenced = link.key().parentColumns().get(part);
        String one = link.column(column).comparisonExpression(name(number, column));
        if (number == 0) {
            return one + " = " + value(referenced) + " AND " + one + " = " + oldValue(referenced);
        }
        Link above = links.get(number - 1);
        return one + " = " + above.column(referenced).comparisonExpression(name(number - 1, referenced));
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
