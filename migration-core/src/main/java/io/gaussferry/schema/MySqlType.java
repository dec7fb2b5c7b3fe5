package io.gaussferry.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The column types of MySQL 5.7 to 9.x and of MariaDB, by their names in {@code information_schema.columns.data_type}. Each belongs to a family, which is a class of
 * {@code ColumnType}. The sizes of TEXT and
 * BLOB columns are merged into one constant each: they differ in their limits, not in how a value is read.
 */
public enum MySqlType {
    TINYINT(Kind.INTEGER),
    SMALLINT(Kind.INTEGER),
    MEDIUMINT(Kind.INTEGER),
    INT(Kind.INTEGER),
    BIGINT(Kind.INTEGER),
    DECIMAL(Kind.OTHER),
    FLOAT(Kind.OTHER),
    DOUBLE(Kind.OTHER),
    BIT(Kind.OTHER),
    CHAR(Kind.TEXT),
    VARCHAR(Kind.TEXT),
    TEXT(Kind.TEXT, "tinytext", "text", "mediumtext", "longtext"),
    BINARY(Kind.BYTES),
    VARBINARY(Kind.BYTES),
    BLOB(Kind.BYTES, "tinyblob", "blob", "mediumblob", "longblob"),
    DATE(Kind.DATE),
    TIME(Kind.OTHER),
    DATETIME(Kind.DATE),
    TIMESTAMP(Kind.DATE),
    YEAR(Kind.OTHER),
    ENUM(Kind.OTHER),
    SET(Kind.OTHER),
    JSON(Kind.OTHER),
    GEOMETRY(
            Kind.BYTES,
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geomcollection",
            "geometrycollection"),
    VECTOR(Kind.BYTES),
    UUID(Kind.OTHER),
    INET4(Kind.OTHER),
    INET6(Kind.OTHER);

    private static final Map<String, MySqlType> BY_NAME = byName();

    private final Kind kind;
    private final List<String> names;

    MySqlType(Kind kind) {
        this.kind = kind;
        this.names = List.of(name().toLowerCase(Locale.ROOT));
    }

    MySqlType(Kind kind, String... names) {
        this.kind = kind;
        this.names = List.of(names);
    }

    private static Map<String, MySqlType> byName() {
        Map<String, MySqlType> types = new HashMap<>();
        for (MySqlType type : values()) {
            type.names.forEach(name -> types.put(name, type));
        }
        return Map.copyOf(types);
    }

    /** Returns the type with a name in {@code information_schema.columns.data_type}; empty if it is unknown. */
    public static Optional<MySqlType> named(String dataType) {
        return Optional.ofNullable(BY_NAME.get(dataType.toLowerCase(Locale.ROOT)));
    }

    /** Returns whether its values are integers. */
    public boolean isInteger() {
        return kind == Kind.INTEGER;
    }

    /** Returns whether its values are strings compared by a collation; ENUM and SET values are numbers. */
    public boolean isText() {
        return kind == Kind.TEXT;
    }

    /** Returns whether its values are bytes without a character set. */
    public boolean isBytes() {
        return kind == Kind.BYTES;
    }

    /** Returns whether its values are dates, which may be zero dates. */
    public boolean isDate() {
        return kind == Kind.DATE;
    }

    private enum Kind {
        INTEGER,
        TEXT,
        BYTES,
        DATE,
        OTHER
    }
}
