package io.gaussferry.schema;

/**
 * The column types of MySQL 5.7 to 9.x, by their names in {@code information_schema.columns.data_type}. The sizes of TEXT and
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
    TEXT(Kind.TEXT),
    BINARY(Kind.BYTES),
    VARBINARY(Kind.BYTES),
    BLOB(Kind.BYTES),
    DATE(Kind.DATE),
    TIME(Kind.OTHER),
    DATETIME(Kind.DATE),
    TIMESTAMP(Kind.DATE),
    YEAR(Kind.OTHER),
    ENUM(Kind.OTHER),
    SET(Kind.OTHER),
    JSON(Kind.OTHER),
    GEOMETRY(Kind.BYTES),
    VECTOR(Kind.BYTES);

    private final Kind kind;

    MySqlType(Kind kind) {
        this.kind = kind;
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
