package io.gaussferry.model;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import java.util.Optional;

/**
 * The names of the source's tables on the target: the first matching rule decides, and a table without a rule keeps its
 * name.
 *
 * @param rules in order
 */
public record TableRenames(List<TableRename> rules) {

    /** Every table keeps its name. */
    public static final TableRenames NONE = new TableRenames(List.of());

    public TableRenames {
        rules = List.copyOf(rules);
    }

    /** Returns the first rule that matches a table. */
    public Optional<TableRename> ruleFor(TableId table) {
        return rules.stream().filter(rule -> rule.apply(table).isPresent()).findFirst();
    }

    /**
     * Returns the table's name on the target.
     *
     * @throws GaussferryException if the rule results in an empty name
     */
    public TableId targetOf(TableId table) {
        Optional<TableRename> rule = ruleFor(table);
        TableId target = rule.flatMap(one -> one.apply(table)).orElse(table);
        if (target.schema().isEmpty() || target.name().isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.SETTING_INVALID,
                    "gaussferry.source.rename gives table " + table + " an empty name: \""
                            + rule.map(TableRename::toString).orElse("") + "\".",
                    "insert a rule for this table before it",
                    null);
        }
        return target;
    }
}
