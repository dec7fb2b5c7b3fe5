package io.gaussferry.ddl.translate;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import java.util.Objects;

/** Detects changes of declarations that preserve the value of plain expressions over the column. */
final class Widening {

    private Widening() {}

    /**
     * Returns whether every value is preserved, for its column and for an expression of plain functions. Ignores NULL
     * values in a column that becomes NOT NULL.
     */
    static boolean keepsValues(ColumnDefinition was, ColumnDefinition is) {
        boolean sameNullability = was.nullable() == is.nullable();
        // 0000-00-00 IS NULL in a column that is NOT NULL
        if (!sameNullability && (is.type() == MySqlType.DATE || is.type() == MySqlType.DATETIME)) {
            return false;
        }
        if (isPlainInteger(was) && isPlainInteger(is)) {
            IntegerRange old = IntegerRange.of(was);
            IntegerRange now = IntegerRange.of(is);
            return was.unsigned() == is.unsigned()
                    && now.low().compareTo(old.low()) <= 0
                    && now.high().compareTo(old.high()) >= 0;
        }
        if (was.type() != is.type() || !Objects.equals(was.characterSet(), is.characterSet())) {
            return false;
        }
        return switch (is.type()) {
            case VARCHAR, VARBINARY -> is.length() >= was.length();
            case ENUM, SET -> startsWith(is.members(), was.members());
            case TINYINT,
                    SMALLINT,
                    MEDIUMINT,
                    INT,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    BIT,
                    YEAR,
                    CHAR,
                    TEXT,
                    BINARY,
                    BLOB -> is.declaration().equals(was.declaration());
            case DATE, TIME, DATETIME, TIMESTAMP, JSON, GEOMETRY, VECTOR ->
                is.declaration().equals(was.declaration());
        };
    }

    private static boolean startsWith(List<String> members, List<String> old) {
        return members.size() >= old.size() && members.subList(0, old.size()).equals(old);
    }

    private static boolean isPlainInteger(ColumnDefinition column) {
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT ->
                !column.declaration().endsWith("zerofill");
            case DECIMAL, FLOAT, DOUBLE, BIT, CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB -> false;
            case DATE, TIME, DATETIME, TIMESTAMP, YEAR, ENUM, SET, JSON, GEOMETRY, VECTOR -> false;
        };
    }
}
