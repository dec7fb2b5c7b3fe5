package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one migration, for all columns, for types and for individual columns. A column rule overrides a type
 * rule, and a type rule overrides the defaults, choice by choice. Of several matching rules of the same kind, the last
 * one in the list applies.
 *
 * @param defaults for all columns
 * @param types for columns of some types, in the user's order
 * @param columns for some columns, in the user's order
 */
public record RuleBook(ConversionRules defaults, List<TypeRule> types, List<ColumnRule> columns) {

    /** Maximum number of columns listed in a message. */
    private static final int SHOWN_COLUMNS = 10;

    public RuleBook {
        types = List.copyOf(types);
        columns = List.copyOf(columns);
    }

    /** Returns the same rules for all columns. */
    public static RuleBook of(ConversionRules rules) {
        return new RuleBook(rules, List.of(), List.of());
    }

    /** Returns a column's rules. */
    public ConversionRules forColumn(TableId table, ColumnDefinition column) {
        ConversionRules rules = defaults;
        for (RuleChoices choices : choices(table, column)) {
            rules = choices.apply(rules);
        }
        return rules;
    }

    /** Returns the target type that the user chose for a column. */
    public Optional<String> targetType(TableId table, ColumnDefinition column) {
        @Nullable String chosen = null;
        for (RuleChoices choices : choices(table, column)) {
            if (choices.targetType() != null) {
                chosen = choices.targetType();
            }
        }
        return Optional.ofNullable(chosen);
    }

    /** Returns the choices for a column, in ascending order of precedence. */
    private List<RuleChoices> choices(TableId table, ColumnDefinition column) {
        List<RuleChoices> choices = new ArrayList<>();
        for (TypeRule rule : types) {
            if (rule.types().matches(column)) {
                choices.add(rule.choices());
            }
        }
        for (ColumnRule rule : columns) {
            if (rule.columns().matches(table, column.name())) {
                choices.add(rule.choices());
            }
        }
        return choices;
    }

    /**
     * Rejects rules that are impossible for these tables: NULL for zero dates in a column that is NOT NULL.
     *
     * @throws GaussferryException of category CONFIGURATION
     */
    public void require(Collection<TableDefinition> tables) {
        List<String> impossible = new ArrayList<>();
        for (TableDefinition table : tables) {
            for (ColumnDefinition column : table.columns()) {
                if (!column.nullable()
                        && column.type().isDate()
                        && forColumn(table.id(), column).zeroDate() == ZeroDate.NULL) {
                    impossible.add(table.id() + "." + column.name());
                }
            }
        }
        if (impossible.isEmpty()) {
            return;
        }
        impossible.sort(null);
        int more = impossible.size() - SHOWN_COLUMNS;
        throw new GaussferryException(
                ErrorCode.SETTING_INVALID,
                "The rule zero-date: \"null\" is impossible for columns that are NOT NULL: "
                        + String.join(", ", impossible.subList(0, Math.min(SHOWN_COLUMNS, impossible.size())))
                        + (more > 0 ? " and " + more + " more" : "") + ".",
                "choose refuse or a date for them under gaussferry.rules.types or gaussferry.rules.columns, or make the columns nullable at the source",
                null);
    }

    /** Returns the patterns that match no column of these tables, and may be misspelled. */
    public List<ColumnPattern> unused(Collection<TableDefinition> tables) {
        return columns.stream()
                .map(ColumnRule::columns)
                .filter(pattern -> tables.stream()
                        .noneMatch(table -> table.columns().stream()
                                .anyMatch(column -> pattern.matches(table.id(), column.name()))))
                .toList();
    }
}
