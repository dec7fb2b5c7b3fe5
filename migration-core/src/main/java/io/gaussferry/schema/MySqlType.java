package io.gaussferry.schema;

/**
 * The column types of MySQL 5.7 to 9.x, by their names in {@code information_schema.columns.data_type}. The sizes of TEXT and
 * BLOB columns are merged into one constant each: they differ in their limits, not in how a value is read.
 */
public enum MySqlType {
    TINYINT,
    SMALLINT,
    MEDIUMINT,
    INT,
    BIGINT,
    DECIMAL,
    FLOAT,
    DOUBLE,
    BIT,
    CHAR,
    VARCHAR,
    TEXT,
    BINARY,
    VARBINARY,
    BLOB,
    DATE,
    TIME,
    DATETIME,
    TIMESTAMP,
    YEAR,
    ENUM,
    SET,
    JSON,
    GEOMETRY,
    VECTOR;

    /** Returns whether its values are integers. */
    public boolean isInteger() {
        return kind() == Kind.INTEGER;
    }

    /** Returns whether its values are strings compared by a collation; ENUM and SET values are numbers. */
    public boolean isText() {
        return kind() == Kind.TEXT;
    }

    /** Returns whether its values are bytes without a character set. */
    public boolean isBytes() {
        return kind() == Kind.BYTES;
    }

    /** Returns whether its values are dates, which may be zero dates. */
    public boolean isDate() {
        return kind() == Kind.DATE;
    }

    private enum Kind {
        INTEGER,
        TEXT,
        BYTES,
        DATE,
        OTHER
    }

    private Kind kind() {
        return switch (this) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> Kind.INTEGER;
            case CHAR, VARCHAR, TEXT -> Kind.TEXT;
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> Kind.BYTES;
            case DATE, DATETIME, TIMESTAMP -> Kind.DATE;
            case DECIMAL, FLOAT, DOUBLE, BIT, TIME, YEAR, ENUM, SET, JSON -> Kind.OTHER;
        };
    }
}
