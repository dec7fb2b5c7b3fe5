package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** The selected expressions that GROUP BY and ORDER BY name by an alias or a position. */
final class SelectAliases {

    private SelectAliases() {}

    /**
     * Returns the selected expression that an element of GROUP BY or ORDER BY names; empty if it is an expression of its own.
     *
     * @param clause within the query
     */
    static Optional<ParseTree> expression(ParserRuleContext clause, ParseTree element) {
        SelectItemListContext list = selected(clause);
        if (list == null) {
            return Optional.empty();
        }
        List<SelectItemContext> items = list.selectItem();
        String written = element.getText();
        if (written.matches("[1-9]\\d{0,3}")) {
            int position = Integer.parseInt(written);
            return list.MULT_OPERATOR() == null && position <= items.size()
                    ? Optional.ofNullable(items.get(position - 1).expr())
                    : Optional.empty();
        }
        return items.stream()
                .filter(item -> item.expr() != null && written.replace("`", "").equalsIgnoreCase(alias(item)))
                .findFirst()
                .map(SelectItemContext::expr);
    }

    private static @Nullable SelectItemListContext selected(ParserRuleContext clause) {
        for (ParserRuleContext at = clause; at != null; at = at.getParent()) {
            if (at instanceof QuerySpecificationContext query) {
                return query.selectItemList();
            }
            if (at instanceof QueryExpressionContext query
                    && query.queryExpressionBody().UNION_SYMBOL().isEmpty()) {
                return ParseTrees.first(query.queryExpressionBody(), SelectItemListContext.class)
                        .orElse(null);
            }
        }
        return null;
    }

    private static @Nullable String alias(SelectItemContext item) {
        SelectAliasContext alias = item.selectAlias();
        return alias == null || alias.identifier() == null ? null : Names.of(alias.identifier());
    }
}
