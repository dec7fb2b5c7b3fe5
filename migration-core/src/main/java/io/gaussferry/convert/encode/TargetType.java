package io.gaussferry.convert.encode;

import java.util.Optional;

/** A type of the target whose binary format (the type's send function) is supported. */
public enum TargetType {
    /** A signed byte, of the dolphin plugin. */
    INT1,
    INT2,
    INT4,
    INT8,
    UINT1,
    UINT2,
    UINT4,
    UINT8,
    BOOL,
    NUMERIC,
    FLOAT4,
    FLOAT8,
    /** {@code bit} and {@code varbit}: the number of bits in four bytes, then the bits, from the left. */
    BITS,
    /** UTF-8. */
    TEXT,
    /** {@code char(n)}: UTF-8, padded with blanks. */
    PADDED_TEXT,
    JSON,
    /** One byte for the version, then the JSON string. */
    JSONB,
    BYTES,
    /** Days since 2000, four bytes. */
    DATE,
    /** Microseconds, eight bytes. In dolphin, also negative and beyond one day. */
    TIME,
    /** Microseconds since 2000, eight bytes. */
    TIMESTAMP,
    TIMESTAMPTZ,
    /** Microseconds, days, months. */
    INTERVAL,
    /** Of the dolphin plugin, four bytes. */
    YEAR,
    /** A label, in UTF-8. */
    ENUM,
    /** Of the dolphin plugin: labels separated by commas, in UTF-8. */
    SET;

    /**
     * Returns the type with a name in {@code pg_type} of the dolphin plugin; empty for an unsupported type.
     *
     * @param name {@code typname}
     * @param kind {@code typtype}
     */
    public static Optional<TargetType> of(String name, char kind) {
        if (kind == 'e') {
            return Optional.of(ENUM);
        }
        if (kind == 's') {
            return Optional.of(SET);
        }
        return Optional.ofNullable(
                switch (name) {
                    case "int1" -> INT1;
                    case "int2" -> INT2;
                    case "int4" -> INT4;
                    case "int8" -> INT8;
                    case "uint1" -> UINT1;
                    case "uint2" -> UINT2;
                    case "uint4" -> UINT4;
                    case "uint8" -> UINT8;
                    case "bool" -> BOOL;
                    case "numeric" -> NUMERIC;
                    case "float4" -> FLOAT4;
                    case "float8" -> FLOAT8;
                    case "bit", "varbit" -> BITS;
                    case "bpchar" -> PADDED_TEXT;
                    case "varchar", "text", "nvarchar2", "clob" -> TEXT;
                    case "json" -> JSON;
                    case "jsonb" -> JSONB;
                    case "bytea", "blob", "tinyblob", "mediumblob", "longblob", "raw", "binary", "varbinary" -> BYTES;
                    case "date" -> DATE;
                    case "time" -> TIME;
                    case "timestamp" -> TIMESTAMP;
                    case "timestamptz" -> TIMESTAMPTZ;
                    case "interval" -> INTERVAL;
                    case "year" -> YEAR;
                    default -> null;
                });
    }

    /** Returns whether its binary format and its textual format in UTF-8 are the same. */
    public boolean isText() {
        return switch (this) {
            case TEXT, PADDED_TEXT, JSON, ENUM, SET -> true;
            default -> false;
        };
    }
}
