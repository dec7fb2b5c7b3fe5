package io.gaussferry.preflight.finding;

import io.gaussferry.model.TableId;
import java.util.Comparator;

/**
 * The location of a finding.
 *
 * @param side the server
 * @param schema a database of the source, a schema of the target; empty if the finding concerns the whole server
 * @param table a table; empty if the finding concerns the whole schema
 * @param column a column; empty if the finding concerns the whole table
 */
public record FindingLocation(Side side, String schema, String table, String column)
        implements Comparable<FindingLocation> {

    /** The servers, and the configuration file. */
    public enum Side {
        CONFIGURATION,
        SOURCE,
        TARGET,
        BOTH;

        /** Returns the name used in sentences and in JSON. */
        public String label() {
            return switch (this) {
                case CONFIGURATION -> "configuration";
                case SOURCE -> "source";
                case TARGET -> "target";
                case BOTH -> "both";
            };
        }
    }

    /** The configuration file. */
    public static final FindingLocation CONFIGURATION = new FindingLocation(Side.CONFIGURATION, "", "", "");

    /** The source as a whole. */
    public static final FindingLocation SOURCE = new FindingLocation(Side.SOURCE, "", "", "");

    /** The target as a whole. */
    public static final FindingLocation TARGET = new FindingLocation(Side.TARGET, "", "", "");

    /** The two servers in relation to each other. */
    public static final FindingLocation BOTH = new FindingLocation(Side.BOTH, "", "", "");

    private static final Comparator<FindingLocation> ORDER = Comparator.comparing(FindingLocation::side)
            .thenComparing(FindingLocation::schema)
            .thenComparing(FindingLocation::table)
            .thenComparing(FindingLocation::column);

    /** Returns the location of a schema on the same side. */
    public FindingLocation in(String schemaName) {
        return new FindingLocation(side, schemaName, "", "");
    }

    /** Returns the location of a table on the same side. */
    public FindingLocation in(TableId id) {
        return new FindingLocation(side, id.schema(), id.name(), "");
    }

    /** Returns the location of a column on the same side. */
    public FindingLocation in(TableId id, String columnName) {
        return new FindingLocation(side, id.schema(), id.name(), columnName);
    }

    @Override
    public int compareTo(FindingLocation other) {
        return ORDER.compare(this, other);
    }

    /** Returns a string such as {@code source shop.orders.total}. */
    @Override
    public String toString() {
        StringBuilder location = new StringBuilder(side.label());
        location.append(schema.isEmpty() ? "" : " " + schema);
        location.append(table.isEmpty() ? "" : "." + table);
        location.append(column.isEmpty() ? "" : "." + column);
        return location.toString();
    }
}
