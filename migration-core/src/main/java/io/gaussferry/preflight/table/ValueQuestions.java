package io.gaussferry.preflight.table;

import io.gaussferry.convert.TypeMapping;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;

/** What is asked about single columns: whether they have values without a home on the target. */
final class ValueQuestions {

    private static final String STOPS = "The target cannot hold such a value, and the migration stops at it.";

    private final TargetProfile target;
    private final RuleBook rules;

    ValueQuestions(TargetProfile target, RuleBook rules) {
        this.target = target;
        this.rules = rules;
    }

    List<ValueQuestion> about(TableDefinition table) {
        List<ValueQuestion> questions = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            ConversionRules columnRules = rules.forColumn(table.id(), column);
            switch (column.type()) {
                case DATE, DATETIME, TIMESTAMP -> addZeroDates(questions, table, column, columnRules);
                case TIME -> {
                    if (columnRules.timeOutOfRange() == TimeOutOfRange.REFUSE && !TypeMapping.isDolphin(target)) {
                        questions.add(timeRange(table, column));
                    }
                }
                case ENUM -> {
                    addEmptyStrings(questions, table, column, columnRules);
                    if (columnRules.invalidEnum() == InvalidEnum.REFUSE
                            && TypeMapping.isNativeEnum(column, target, columnRules)) {
                        questions.add(invalidEnum(table, column));
                    }
                }
                case SET -> addEmptyStrings(questions, table, column, columnRules);
                case CHAR, VARCHAR, TEXT -> {
                    addEmptyStrings(questions, table, column, columnRules);
                    if (columnRules.nul() == Nul.REFUSE) {
                        questions.add(nul(table, column));
                    }
                }
                default -> {}
            }
        }
        return questions;
    }

    private void addZeroDates(
            List<ValueQuestion> questions,
            TableDefinition table,
            ColumnDefinition column,
            ConversionRules columnRules) {
        if (columnRules.replacesZeroDates()) {
            return;
        }
        String name = Identifiers.quoteSource(column.name());
        String partial = "(MONTH(" + name + ") = 0 OR DAYOFMONTH(" + name + ") = 0)";
        String zero = "CAST(" + name + " AS CHAR) LIKE '0000-00-00%'";
        String remedy = "give these rows a date or NULL at the source, or choose gaussferry.rules.zero-date";
        if (columnRules.zeroDate() == ZeroDate.REFUSE || !TypeMapping.holdsZeroDates(target)) {
            String what = "a date without a month or a day, such as 0000-00-00";
            questions.add(question(FindingCode.VALUE_ZERO_DATE, table, column, partial, what, STOPS, remedy));
            return;
        }
        questions.add(question(
                FindingCode.VALUE_ZERO_DATE,
                table,
                column,
                partial + " AND NOT " + zero,
                "a date without a month or a day, such as 2024-00-15",
                STOPS,
                remedy));
        questions.add(question(
                FindingCode.VALUE_ZERO_DATE_KEPT,
                table,
                column,
                zero,
                "0000-00-00, which the target keeps",
                "In a session with no_zero_date in dolphin.sql_mode, as it is by default, a comparison with '0000-00-00' means"
                        + " something else, and the value cannot be written.",
                "let the application's sessions go without it: ALTER ROLE … SET dolphin.sql_mode ="
                        + " 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes'"));
    }

    private static void addEmptyStrings(
            List<ValueQuestion> questions,
            TableDefinition table,
            ColumnDefinition column,
            ConversionRules columnRules) {
        if (!columnRules.emptyStringAsNull() || column.nullable()) {
            return;
        }
        questions.add(question(
                FindingCode.VALUE_EMPTY_STRING,
                table,
                column,
                // some collations take blanks for nothing
                "LENGTH(" + Identifiers.quoteSource(column.name()) + ") = 0",
                "''",
                "It would become NULL by the rule empty-string-as-null, which the column does not take: the migration stops at it.",
                "give these rows a text at the source, or set empty-string-as-null: false for the column under"
                        + " gaussferry.rules.columns"));
    }

    private static ValueQuestion timeRange(TableDefinition table, ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        return question(
                FindingCode.VALUE_TIME_RANGE,
                table,
                column,
                name + " < '00:00:00' OR " + name + " >= '24:00:00'",
                "a time below 00:00:00 or from 24:00:00 on",
                STOPS,
                "migrate into a database of compatibility B with dolphin, whose time holds them, choose"
                        + " gaussferry.rules.time-out-of-range, or change these rows at the source");
    }

    private static ValueQuestion invalidEnum(TableDefinition table, ColumnDefinition column) {
        return question(
                FindingCode.VALUE_INVALID_ENUM,
                table,
                column,
                Identifiers.quoteSource(column.name()) + " = 0",
                "the empty string that MySQL stores in an ENUM for something that was no member",
                STOPS,
                "give these rows a member or NULL at the source, or choose gaussferry.rules.invalid-enum");
    }

    private static ValueQuestion nul(TableDefinition table, ColumnDefinition column) {
        return question(
                FindingCode.VALUE_NUL,
                table,
                column,
                // as bytes: some collations take U+0000 for nothing at all
                "LOCATE(X'00', CAST(CONVERT(" + Identifiers.quoteSource(column.name())
                        + " USING utf8mb4) AS BINARY)) > 0",
                "text with the character U+0000",
                STOPS,
                "remove it at the source (UPDATE … SET … = REPLACE(…, CHAR(0), '')), or choose gaussferry.rules.nul: strip");
    }

    private static ValueQuestion question(
            FindingCode code,
            TableDefinition table,
            ColumnDefinition column,
            String condition,
            String what,
            String why,
            String remedy) {
        return new ValueQuestion(
                code,
                Place.SOURCE.in(table.id(), column.name()),
                "Column " + column.name() + " of table " + table.id(),
                Identifiers.quoteSource(table.id()) + " WHERE " + condition + " LIMIT 1",
                what,
                why,
                remedy);
    }
}
