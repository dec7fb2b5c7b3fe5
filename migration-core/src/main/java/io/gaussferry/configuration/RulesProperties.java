package io.gaussferry.configuration;

import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.convert.rule.ColumnRule;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleChoices;
import io.gaussferry.convert.rule.TypePattern;
import io.gaussferry.convert.rule.TypeRule;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys below {@code gaussferry.rules}. */
public record RulesProperties(
        @DefaultValue("keep") String zeroDate,
        @DefaultValue("refuse") String nul,
        @DefaultValue("refuse") String invalidBytes,
        @DefaultValue("refuse") String timeOutOfRange,
        @DefaultValue("refuse") String invalidEnum,
        @DefaultValue("zero") String negativeZero,
        @DefaultValue("json") String json,
        @DefaultValue("false") boolean emptyStringAsNull,
        @DefaultValue("keep") String collations,
        @DefaultValue List<Type> types,
        @DefaultValue List<Column> columns) {

    private static final String PREFIX = "gaussferry.rules";

    /** The last year of dates on both sides. */
    private static final int LAST_YEAR = 9999;

    /** The keys of one entry of {@code columns}. */
    public record Column(
            @Nullable String column, @SameSection Choices choices) {}

    /** The keys of one entry of {@code types}. */
    public record Type(@Nullable String type, @SameSection Choices choices) {}

    /** The choices for some columns; a missing one falls back to the default. */
    public record Choices(
            @Nullable String zeroDate,
            @Nullable String nul,
            @Nullable String invalidBytes,
            @Nullable String timeOutOfRange,
            @Nullable String invalidEnum,
            @Nullable String negativeZero,
            @Nullable String json,
            @Nullable Boolean emptyStringAsNull,
            @Nullable String collations,
            @Nullable String targetType) {}

    /** Checks the values and converts them to the core's rules. */
    RuleBook toRuleBook() {
        ZeroDate zeroDateRule = zeroDate(PREFIX, zeroDate);
        ConversionRules defaults = new ConversionRules(
                zeroDateRule,
                zeroDateRule == ZeroDate.REPLACE ? LocalDate.parse(zeroDate) : null,
                Requirements.choice(PREFIX + ".nul", nul, Nul.class),
                Requirements.choice(PREFIX + ".invalid-bytes", invalidBytes, InvalidBytes.class),
                Requirements.choice(PREFIX + ".time-out-of-range", timeOutOfRange, TimeOutOfRange.class),
                Requirements.choice(PREFIX + ".invalid-enum", invalidEnum, InvalidEnum.class),
                Requirements.choice(PREFIX + ".negative-zero", negativeZero, NegativeZero.class),
                isJsonb(PREFIX, json),
                emptyStringAsNull,
                Requirements.choice(PREFIX + ".collations", collations, CollationRule.class));
        List<TypeRule> typeRules = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            typeRules.add(typeRule(PREFIX + ".types[" + i + "]", types.get(i)));
        }
        List<ColumnRule> columnRules = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            columnRules.add(columnRule(PREFIX + ".columns[" + i + "]", columns.get(i)));
        }
        return new RuleBook(defaults, typeRules, columnRules);
    }

    private static ColumnRule columnRule(String key, Column given) {
        String present = Requirements.notBlank(key + ".column", given.column());
        return new ColumnRule(pattern(key + ".column", present), choices(key, present, given.choices()));
    }

    private static TypeRule typeRule(String key, Type given) {
        String present = Requirements.notBlank(key + ".type", given.type());
        try {
            return new TypeRule(TypePattern.parse(present), choices(key, present, given.choices()));
        } catch (IllegalArgumentException e) {
            throw Requirements.refused(
                    key + ".type is " + present + ".",
                    "write a MySQL type such as datetime, or a declaration such as tinyint(1)");
        }
    }

    private static RuleChoices choices(String key, String chosenFor, Choices given) {
        String date = given.zeroDate();
        @Nullable ZeroDate zeroDateRule = date == null ? null : zeroDate(key, date);
        RuleChoices choices = new RuleChoices(
                zeroDateRule,
                date != null && zeroDateRule == ZeroDate.REPLACE ? LocalDate.parse(date) : null,
                given.nul() == null ? null : Requirements.choice(key + ".nul", given.nul(), Nul.class),
                given.invalidBytes() == null
                        ? null
                        : Requirements.choice(key + ".invalid-bytes", given.invalidBytes(), InvalidBytes.class),
                given.timeOutOfRange() == null
                        ? null
                        : Requirements.choice(key + ".time-out-of-range", given.timeOutOfRange(), TimeOutOfRange.class),
                given.invalidEnum() == null
                        ? null
                        : Requirements.choice(key + ".invalid-enum", given.invalidEnum(), InvalidEnum.class),
                given.negativeZero() == null
                        ? null
                        : Requirements.choice(key + ".negative-zero", given.negativeZero(), NegativeZero.class),
                given.json() == null ? null : isJsonb(key, given.json()),
                given.emptyStringAsNull(),
                given.collations() == null
                        ? null
                        : Requirements.choice(key + ".collations", given.collations(), CollationRule.class),
                given.targetType() == null
                        ? null
                        : Requirements.notBlank(key + ".target-type", given.targetType())
                                .strip());
        if (choices.equals(RuleChoices.NONE)) {
            throw Requirements.refused(
                    key + " makes no choice for " + chosenFor + ".", "add a rule or a target-type to it, or remove it");
        }
        return choices;
    }

    private static ColumnPattern pattern(String key, String present) {
        try {
            return ColumnPattern.parse(present);
        } catch (IllegalArgumentException e) {
            throw Requirements.refused(
                    key + " is " + present + ".",
                    "write it as schema.table.column, where * matches any characters, and a name that contains a dot needs"
                            + " backticks");
        }
    }

    private static ZeroDate zeroDate(String prefix, String value) {
        String key = prefix + ".zero-date";
        if (value.isBlank()) {
            throw Requirements.refused(
                    key + " is empty.", "write \"null\" in quotes: without them YAML reads it as no value");
        }
        if (value.equals("keep")) {
            return ZeroDate.KEEP;
        }
        if (value.equals("refuse")) {
            return ZeroDate.REFUSE;
        }
        if (value.equals("null")) {
            return ZeroDate.NULL;
        }
        try {
            int year = LocalDate.parse(value).getYear();
            if (year >= 1 && year <= LAST_YEAR) {
                return ZeroDate.REPLACE;
            }
        } catch (DateTimeException e) {
            // refused below
        }
        throw Requirements.refused(
                key + " is " + value + ".", "choose keep, refuse, \"null\" (in quotes), or a date such as 1970-01-01");
    }

    private static boolean isJsonb(String prefix, String value) {
        return switch (value) {
            case "json" -> false;
            case "jsonb" -> true;
            default -> throw Requirements.refusedChoice(prefix + ".json", value, "json or jsonb");
        };
    }
}
