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

    /** Returns whether its values are strings compared by a collation; ENUM and SET values are numbers. */
    public boolean isText() {
        return this == CHAR || this == VARCHAR || this == TEXT;
    }
}
