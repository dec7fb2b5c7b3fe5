package io.gaussferry.schema;

/**
 * The column types of MySQL 5.7 to 9.x, as {@code information_schema.columns.data_type} names them, with the sizes of
 * text and blob columns folded into one each: they differ in their limits, not in how a value is read.
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

    /** Returns whether its values are text that is compared by a collation; an ENUM's and a SET's are numbers. */
    public boolean isText() {
        return this == CHAR || this == VARCHAR || this == TEXT;
    }
}
