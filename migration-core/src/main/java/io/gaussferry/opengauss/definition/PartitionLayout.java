package io.gaussferry.opengauss.definition;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.PartitionKind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The partitions of a target table, and their SQL in openGauss. All indexes are local: MySQL's unique keys contain the
 * partitioning columns, and a global index would make dropping a partition slow.
 *
 * @param kind how the partitions divide the rows
 * @param columns the partitioning columns
 * @param partitions the partitions in order
 */
public record PartitionLayout(PartitionKind kind, List<String> columns, List<Part> partitions) {

    /** The end of {@code CREATE INDEX} for an index with one part for each partition. */
    public static final String LOCAL = " LOCAL";

    /** The upper bound above all values, instead of a value. */
    static final String MAXVALUE = "MAXVALUE";

    /**
     * A partition.
     *
     * @param name its name
     * @param values for RANGE its exclusive upper bound; one value for each column; for LIST its values
     */
    public record Part(String name, List<List<String>> values) {

        public Part {
            values = values.stream().map(List::copyOf).toList();
        }
    }

    public PartitionLayout {
        columns = List.copyOf(columns);
        partitions = List.copyOf(partitions);
    }

    /** Returns the clause of {@code CREATE TABLE}. */
    String clause() {
        return " PARTITION BY " + kind + " ("
                + columns.stream().map(Identifiers::quoteTarget).collect(Collectors.joining(", ")) + ") "
                + definitions(partitions) + " ENABLE ROW MOVEMENT";
    }

    /** Returns whether each row has a partition, whatever its values are. */
    public boolean takesEveryRow() {
        return switch (kind) {
            case RANGE ->
                partitions.get(partitions.size() - 1).values().get(0).get(0).equals(MAXVALUE);
            case LIST -> false;
            case HASH -> true;
        };
    }

    /** Returns whether another layout divides rows by the same columns in the same way. */
    public boolean hasKeyOf(PartitionLayout other) {
        return kind == other.kind && columns.equals(other.columns);
    }

    /** Returns the declarations of partitions, in parentheses. */
    public String definitions(List<Part> parts) {
        return parts.stream().map(this::definition).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the declaration of a partition. */
    public String definition(Part part) {
        String start = "PARTITION " + Identifiers.quoteTarget(part.name());
        return switch (kind) {
            case RANGE -> start + " VALUES LESS THAN (" + tuple(part.values().get(0)) + ")";
            case LIST ->
                start
                        + part.values().stream()
                                .map(PartitionLayout::tuple)
                                .collect(Collectors.joining(", ", " VALUES (", ")"));
            case HASH -> start;
        };
    }

    private static String tuple(List<String> values) {
        return values.stream().map(PartitionLayout::literal).collect(Collectors.joining(", "));
    }

    private static String literal(String value) {
        boolean isNumber = value.matches("-?\\d+") || value.equals(MAXVALUE);
        return isNumber ? value : Identifiers.literal(value);
    }

    /** Returns the query that has a row if a table is partitioned in any way. */
    public static String anyOf(TableId table) {
        return "SELECT 1 FROM pg_catalog.pg_partition r WHERE r.parttype = 'r' AND r.parentid = "
                + NameQueries.regclass(table);
    }

    /** Returns the query that has a row if a table is partitioned by the columns of this layout. */
    public String keyOf(TableId table) {
        String numbers = columns.stream()
                .map(column -> "(SELECT a.attnum FROM pg_catalog.pg_attribute a WHERE a.attrelid = r.parentid"
                        + " AND a.attname = " + Identifiers.literal(column) + ")")
                .collect(Collectors.joining(", ' ', "));
        return anyOf(table) + " AND r.partstrategy = '" + strategy() + "' AND CAST(r.partkey AS text) = concat("
                + numbers + ")";
    }

    /** Returns the query that has a row if a table has exactly this layout. */
    public String exactlyOf(TableId table) {
        String ofTable = "(SELECT count(*) FROM pg_catalog.pg_partition p WHERE p.parentid = r.parentid"
                + " AND p.parttype = 'p'";
        return keyOf(table) + " AND " + ofTable + ") = " + partitions.size() + " AND " + ofTable + " AND ("
                + partitions.stream().map(this::stored).collect(Collectors.joining(" OR ")) + ")) = "
                + partitions.size();
    }

    /** Returns the query that returns the end of {@code CREATE INDEX} for a table in one row. */
    public String indexScope(TableId table) {
        return "SELECT CASE WHEN EXISTS (" + keyOf(table) + ") THEN '" + LOCAL + "' ELSE '' END AS scope";
    }

    private char strategy() {
        return switch (kind) {
            case RANGE -> 'r';
            case LIST -> 'l';
            case HASH -> 'h';
        };
    }

    private String stored(Part part) {
        String name = "p.relname = " + Identifiers.literal(part.name());
        if (kind == PartitionKind.HASH) {
            return name;
        }
        return "(" + name + " AND p.boundaries = CAST(ARRAY["
                + part.values().stream()
                        .flatMap(List::stream)
                        .map(bound -> bound.equals(MAXVALUE) ? "NULL" : Identifiers.literal(bound))
                        .collect(Collectors.joining(", "))
                + "] AS text[]))";
    }
}
