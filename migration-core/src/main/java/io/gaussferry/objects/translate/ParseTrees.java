package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CommonTableExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IntoClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionBodyContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SubqueryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextOrIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UserVariableContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Searches in parse trees. */
public final class ParseTrees {

    private ParseTrees() {}

    /** Returns the first node of a kind, outside of subqueries. */
    public static <T extends ParserRuleContext> Optional<T> first(ParseTree tree, Class<T> kind) {
        if (kind.isInstance(tree)) {
            return Optional.of(kind.cast(tree));
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (tree.getChild(i) instanceof SubqueryContext) {
                continue;
            }
            Optional<T> found = first(tree.getChild(i), kind);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns all nodes of a kind. */
    public static <T extends ParserRuleContext> List<T> all(ParseTree tree, Class<T> kind) {
        List<T> found = new ArrayList<>();
        addAll(tree, kind, found);
        return found;
    }

    /** Returns whether rows of several queries are compared: UNION without ALL, EXCEPT, INTERSECT. */
    public static boolean removesDuplicates(QueryExpressionBodyContext body) {
        boolean isUnionOfAll = body.unionOption().size() == body.UNION_SYMBOL().size()
                && body.unionOption().stream().allMatch(option -> option.ALL_SYMBOL() != null);
        return !body.EXCEPT_SYMBOL().isEmpty()
                || !body.INTERSECT_SYMBOL().isEmpty()
                || !body.UNION_SYMBOL().isEmpty() && !isUnionOfAll;
    }

    /** Returns whether a node is in a subquery, or in a query that WITH names. */
    static boolean isInSubquery(ParserRuleContext tree) {
        for (ParserRuleContext at = tree; at != null; at = at.getParent()) {
            if (at instanceof SubqueryContext || at instanceof CommonTableExpressionContext) {
                return true;
            }
        }
        return false;
    }

    private static <T extends ParserRuleContext> void addAll(ParseTree tree, Class<T> kind, List<T> found) {
        if (kind.isInstance(tree)) {
            found.add(kind.cast(tree));
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            addAll(tree.getChild(i), kind, found);
        }
    }

    /** Returns the variables of SELECT INTO, in their order; empty if the query returns its rows. */
    static List<ParserRuleContext> intoTargets(SelectStatementContext select) {
        Optional<IntoClauseContext> into = first(select, IntoClauseContext.class);
        if (into.isEmpty()) {
            return List.of();
        }
        if (into.get().OUTFILE_SYMBOL() != null || into.get().DUMPFILE_SYMBOL() != null) {
            throw new UntranslatableException("SELECT INTO a file", into.get());
        }
        List<ParserRuleContext> targets = new ArrayList<>();
        for (ParseTree child : into.get().children) {
            if (child instanceof TextOrIdentifierContext || child instanceof UserVariableContext) {
                targets.add((ParserRuleContext) child);
            }
        }
        return targets;
    }
}
