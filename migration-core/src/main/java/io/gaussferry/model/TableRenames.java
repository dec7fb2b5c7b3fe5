package io.gaussferry.model;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import java.util.Optional;

/**
 * What the source's tables are called on the target: the first rule that is for a table decides, one without a rule keeps its name.
 *
 * @param rules in their order
 */
public record TableRenames(List<TableRename> rules) {

    /** Every table keeps its name. */
    public static final TableRenames NONE = new TableRenames(List.of());

    public TableRenames {
        rules = List.copyOf(rules);
    }

    /** Returns the rule that is for a table. */
    public Optional<TableRename> ruleFor(TableId table) {
        return rules.stream().filter(rule -> rule.apply(table).isPresent()).findFirst();
    }

    /**
     * Returns the table's name on the target.
     *
     * @throws GaussferryException if a rule leaves nothing of it
     */
    public TableId targetOf(TableId table) {
        Optional<TableRename> rule = ruleFor(table);
        TableId target = rule.flatMap(one -> one.apply(table)).orElse(table);
        if (target.schema().isEmpty() || target.name().isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "gaussferry.source.rename leaves table " + table + " without a name: \""
                            + rule.map(TableRename::toString).orElse("") + "\".",
                    "put a rule for this table before it",
                    null);
        }
        return target;
    }
}
