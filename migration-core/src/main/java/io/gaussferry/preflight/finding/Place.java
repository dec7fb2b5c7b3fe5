package io.gaussferry.preflight.finding;

import io.gaussferry.model.TableId;
import java.util.Comparator;

/**
 * What a finding is about.
 *
 * @param side which server
 * @param schema a database of the source, a schema of the target; empty where the whole server is meant
 * @param table a table; empty where the whole schema is meant
 * @param column a column; empty where the whole table is meant
 */
public record Place(Side side, String schema, String table, String column) implements Comparable<Place> {

    /** The servers, and the configuration that names them. */
    public enum Side {
        CONFIGURATION,
        SOURCE,
        TARGET,
        BOTH;

        /** Returns its name in sentences and in JSON. */
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
    public static final Place CONFIGURATION = new Place(Side.CONFIGURATION, "", "", "");

    /** The source as a whole. */
    public static final Place SOURCE = new Place(Side.SOURCE, "", "", "");

    /** The target as a whole. */
    public static final Place TARGET = new Place(Side.TARGET, "", "", "");

    /** The two servers in relation to each other. */
    public static final Place BOTH = new Place(Side.BOTH, "", "", "");

    private static final Comparator<Place> ORDER = Comparator.comparing(Place::side)
            .thenComparing(Place::schema)
            .thenComparing(Place::table)
            .thenComparing(Place::column);

    /** Returns a schema on the same side. */
    public Place in(String schemaName) {
        return new Place(side, schemaName, "", "");
    }

    /** Returns a table on the same side. */
    public Place in(TableId id) {
        return new Place(side, id.schema(), id.name(), "");
    }

    /** Returns a column on the same side. */
    public Place in(TableId id, String columnName) {
        return new Place(side, id.schema(), id.name(), columnName);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** Returns for example {@code source shop.orders.total}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(side.label());
        text.append(schema.isEmpty() ? "" : " " + schema);
        text.append(table.isEmpty() ? "" : "." + table);
        text.append(column.isEmpty() ? "" : "." + column);
        return text.toString();
    }
}
