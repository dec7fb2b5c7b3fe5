package io.gaussferry.preflight.table;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.List;

/** Creates the probes of single columns: whether they contain values that the target cannot represent. */
final class ValueProbes {

    private static final String STOPS = "The target cannot hold such a value; the migration stops at it.";

    private final TargetProfile target;
    private final RuleBook rules;

    ValueProbes(TargetProfile target, RuleBook rules) {
        this.target = target;
        this.rules = rules;
    }

    List<ValueProbe> about(TableDefinition table) {
        List<ValueProbe> probes = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            ConversionRules columnRules = rules.forColumn(table.id(), column);
            for (Rule rule : ColumnType.of(column).rules(target, columnRules)) {
                switch (rule) {
                    case ZERO_DATE -> addZeroDates(probes, table, column, columnRules);
                    case TIME_OUT_OF_RANGE -> {
                        if (columnRules.timeOutOfRange() == TimeOutOfRange.REFUSE) {
                            probes.add(timeRange(table, column));
                        }
                    }
                    case INVALID_ENUM -> {
                        if (columnRules.invalidEnum() == InvalidEnum.REFUSE) {
                            probes.add(invalidEnum(table, column));
                        }
                    }
                    case EMPTY_STRING_AS_NULL -> addEmptyStrings(probes, table, column, columnRules);
                    case NUL -> {
                        if (columnRules.nul() == Nul.REFUSE) {
                            probes.add(nul(table, column));
                        }
                    }
                    // no condition finds invalid bytes, and -0 equals 0
                    case INVALID_BYTES, NEGATIVE_ZERO -> {}
                }
            }
        }
        return probes;
    }

    private void addZeroDates(
            List<ValueProbe> probes, TableDefinition table, ColumnDefinition column, ConversionRules columnRules) {
        if (columnRules.replacesZeroDates()) {
            return;
        }
        String name = Identifiers.quoteSource(column.name());
        String partial = "(MONTH(" + name + ") = 0 OR DAYOFMONTH(" + name + ") = 0)";
        String zero = "CAST(" + name + " AS CHAR) LIKE '0000-00-00%'";
        String remedy = "give these rows a date or NULL at the source, or choose gaussferry.rules.zero-date";
        if (columnRules.zeroDate() == ZeroDate.REFUSE || !TargetTypes.supportsZeroDates(target)) {
            String what = "a date without a month or a day, such as 0000-00-00";
            probes.add(probe(FindingCode.VALUE_ZERO_DATE, table, column, partial, what, STOPS, remedy));
            return;
        }
        probes.add(probe(
                FindingCode.VALUE_ZERO_DATE,
                table,
                column,
                partial + " AND NOT " + zero,
                "a date without a month or a day, such as 2024-00-15",
                STOPS,
                remedy));
        probes.add(probe(
                FindingCode.VALUE_ZERO_DATE_KEPT,
                table,
                column,
                zero,
                "0000-00-00, which the target keeps",
                "In a session with no_zero_date in dolphin.sql_mode, the default, a comparison with"
                        + " '0000-00-00' has a different meaning, and the value cannot be written.",
                "remove the mode for the application's sessions: ALTER ROLE … SET dolphin.sql_mode ="
                        + " 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes'"));
    }

    private static void addEmptyStrings(
            List<ValueProbe> probes, TableDefinition table, ColumnDefinition column, ConversionRules columnRules) {
        if (!columnRules.emptyStringAsNull() || column.nullable()) {
            return;
        }
        probes.add(probe(
                FindingCode.VALUE_EMPTY_STRING,
                table,
                column,
                // Some collations ignore blanks.
                "LENGTH(" + Identifiers.quoteSource(column.name()) + ") = 0",
                "''",
                "The rule empty-string-as-null would turn it into NULL, which the column refuses: the"
                        + " migration stops at it.",
                "give these rows a non-empty string at the source, or set empty-string-as-null: false for"
                        + " the column under gaussferry.rules.columns"));
    }

    private static ValueProbe timeRange(TableDefinition table, ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        return probe(
                FindingCode.VALUE_TIME_RANGE,
                table,
                column,
                name + " < '00:00:00' OR " + name + " >= '24:00:00'",
                "a time below 00:00:00 or at or beyond 24:00:00",
                STOPS,
                "migrate into a database of compatibility B with dolphin, whose time type holds them,"
                        + " choose gaussferry.rules.time-out-of-range, or change these rows at the source");
    }

    private static ValueProbe invalidEnum(TableDefinition table, ColumnDefinition column) {
        return probe(
                FindingCode.VALUE_INVALID_ENUM,
                table,
                column,
                Identifiers.quoteSource(column.name()) + " = 0",
                "the empty string that MySQL stores in an ENUM for an invalid member",
                STOPS,
                "give these rows a member or NULL at the source, or choose gaussferry.rules.invalid-enum");
    }

    private static ValueProbe nul(TableDefinition table, ColumnDefinition column) {
        return probe(
                FindingCode.VALUE_NUL,
                table,
                column,
                // As bytes: some collations ignore U+0000.
                "LOCATE(X'00', CAST(CONVERT(" + Identifiers.quoteSource(column.name())
                        + " USING utf8mb4) AS BINARY)) > 0",
                "a string with the character U+0000",
                STOPS,
                "remove it at the source (UPDATE … SET … = REPLACE(…, CHAR(0), '')), or choose gaussferry.rules.nul: strip");
    }

    private static ValueProbe probe(
            FindingCode code,
            TableDefinition table,
            ColumnDefinition column,
            String condition,
            String what,
            String why,
            String remedy) {
        return new ValueProbe(
                code,
                FindingLocation.SOURCE.in(table.id(), column.name()),
                "Column " + column.name() + " of table " + table.id(),
                Identifiers.quoteSource(table.id()) + " WHERE " + condition + " LIMIT 1",
                what,
                why,
                remedy);
    }
}
