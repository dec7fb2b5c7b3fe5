package io.gaussferry.application.rule;

import io.gaussferry.schema.MySqlType;

/** The kind of an expression's value. Comparisons treat the types of one family alike. */
enum ValueFamily {
    TEXT,
    NUMBER,
    DATE,
    ENUM,
    OTHER,
    /** A parameter, NULL, or an expression whose type is not computed here. */
    UNKNOWN;

    static ValueFamily of(MySqlType type) {
        return switch (type) {
            case CHAR, VARCHAR, TEXT -> TEXT;
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE, YEAR -> NUMBER;
            case DATE, DATETIME, TIMESTAMP -> DATE;
            case ENUM, SET -> ENUM;
            case BIT, BINARY, VARBINARY, BLOB, TIME, JSON, GEOMETRY, VECTOR -> OTHER;
        };
    }
}
