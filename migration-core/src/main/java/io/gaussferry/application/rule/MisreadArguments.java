package io.gaussferry.application.rule;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The functions of dolphin that read a type in another way than MySQL, as measured on openGauss 6.0.2 with dolphin 4.2. */
final class MisreadArguments {

    private static final Set<MySqlType> DATES = EnumSet.of(MySqlType.DATE, MySqlType.DATETIME, MySqlType.TIMESTAMP);
    private static final Set<MySqlType> MEMBERS = EnumSet.of(MySqlType.ENUM, MySqlType.SET);

    private static final Set<MySqlType> BYTES = EnumSet.of(MySqlType.BINARY, MySqlType.VARBINARY, MySqlType.BLOB);

    private static final Map<String, Set<MySqlType>> TYPES = types();

    private MisreadArguments() {}

    /** Returns whether a function reads values of a column in another way. */
    static boolean differ(String function, ColumnDefinition column) {
        boolean isLargeChoice = column.unsigned() && (function.equals("greatest") || function.equals("least"));
        return isLargeChoice || TYPES.getOrDefault(function, Set.of()).contains(column.type());
    }

    private static Map<String, Set<MySqlType>> types() {
        Map<String, Set<MySqlType>> types = new HashMap<>();
        add(types, "lower lcase bin hex", DATES);
        add(types, "lower lcase bin hex", Set.of(MySqlType.TIME));
        add(types, "lower lcase ord bin oct conv", MEMBERS);
        add(types, "ord", Set.of(MySqlType.TIME));
        add(types, "length char_length character_length lpad locate to_base64 field format", Set.of(MySqlType.YEAR));
        add(types, "format", DATES);
        add(types, "format", MEMBERS);
        add(types, "format", Set.of(MySqlType.TIME, MySqlType.BIT));
        add(types, "if", MEMBERS);
        add(types, "if", Set.of(MySqlType.TIME, MySqlType.BIT));
        add(types, "find_in_set", Set.of(MySqlType.ENUM));
        add(types, "field find_in_set group_concat", Set.of(MySqlType.BIT));
        add(types, "month date dayname week last_day date_add adddate date_sub subdate", Set.of(MySqlType.TIME));
        add(types, "ceil ceiling floor", Set.of(MySqlType.BIGINT));
        add(types, "round", DATES);
        add(types, "greatest least", DATES);
        add(types, "max min bit_or bit_and bit_xor", Set.of(MySqlType.SET));
        add(types, "upper ucase lower lcase", Set.of(MySqlType.BINARY, MySqlType.VARBINARY));
        add(types, "left right substring substr mid trim sha sha1 sha2 crc32", BYTES);
        add(types, "max min", Set.of(MySqlType.ENUM));
        add(types, "round", Set.of(MySqlType.FLOAT));
        return types;
    }

    private static void add(Map<String, Set<MySqlType>> types, String functions, Set<MySqlType> of) {
        for (String function : functions.split(" ")) {
            types.computeIfAbsent(function, unused -> EnumSet.noneOf(MySqlType.class))
                    .addAll(of);
        }
    }
}
