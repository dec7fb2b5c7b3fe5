package io.gaussferry.application;

import io.gaussferry.objects.prove.ValueKind;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares the types of results, as far as a driver returns other Java classes for them. */
final class ResultTypes {

    private static final String NUMBER = "a number";
    private static final String STRING = "a string";
    private static final String TIME = "a time";
    private static final String BYTES = "bytes";
    private static final String UNKNOWN = "";

    private ResultTypes() {}

    /** Returns the columns with other types; empty if there are none. */
    static String difference(List<ValueKind> source, ResultSetMetaData target) throws SQLException {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < source.size(); i++) {
            String expected = family(source.get(i));
            String found = family(target.getColumnType(i + 1), target.getColumnTypeName(i + 1));
            if (!found.equals(UNKNOWN) && !found.equals(expected)) {
                differences.add(target.getColumnLabel(i + 1) + " is " + expected + ", and " + found + " on the target");
            }
        }
        return differences.isEmpty() ? "" : "types: " + String.join("; ", differences);
    }

    private static String family(ValueKind kind) {
        return switch (kind) {
            case INTEGER, YEAR, DECIMAL, DOUBLE, FLOAT -> NUMBER;
            case BITS, BYTES, GEOMETRY -> BYTES;
            case TEMPORAL -> TIME;
            case FIXED, TEXT -> STRING;
        };
    }

    private static String family(int type, String typeName) {
        String name = typeName.toLowerCase(Locale.ROOT);
        if (name.equals("bool")) {
            return "a boolean";
        }
        if (name.equals("bit") || name.equals("varbit")) {
            return "binary digits";
        }
        if (name.equals("binary") || name.equals("varbinary")) {
            return "hexadecimal digits";
        }
        if (name.matches("u?int\\d|year")) {
            return NUMBER;
        }
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> NUMBER;
            case Types.NUMERIC, Types.DECIMAL, Types.REAL, Types.FLOAT, Types.DOUBLE -> NUMBER;
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> TIME;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> STRING;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
            default -> UNKNOWN;
        };
    }
}
