package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Writes the statements that change rows, where the target has another form, or stores values differently. */
final class ChangeWriter {

    private final NameWriter names;
    private final ValueTypes types;
    private final AssignedValues assigned;
    private final WrittenForms forms;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final Function<ParseTree, String> print;
    private final Function<ParserRuleContext, String> children;

    /**
     * @param print writes a node
     * @param children writes the nodes within one
     */
    ChangeWriter(
            NameWriter names,
            ValueTypes types,
            AssignedValues assigned,
            WrittenForms forms,
            Rewrites rewrites,
            boolean dolphin,
            Function<ParseTree, String> print,
            Function<ParserRuleContext, String> children) {
        this.names = names;
        this.types = types;
        this.assigned = assigned;
        this.forms = forms;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
        this.print = print;
        this.children = children;
    }

    /** Writes such a statement or a part of it, or decides the forms of its values; returns null if its nodes are written as they are. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof InsertLockOptionContext
                || tree instanceof DeleteStatementOptionContext option && option.IGNORE_SYMBOL() == null) {
            rewrites.use(RewriteRule.HINTS);
            return "";
        }
        if (tree instanceof UpdateStatementContext update) {
            leaveOut(update.LOW_PRIORITY_SYMBOL());
        }
        if (tree instanceof InsertStatementContext insert) {
            assigned.store(new StoredValues(names).of(insert));
            forms.replaced().putAll(ProposedRow.references(insert, names));
            return insertIgnoring(insert);
        }
        if (tree instanceof ReplaceStatementContext replace) {
            leaveOut(replace.LOW_PRIORITY_SYMBOL());
            leaveOut(replace.DELAYED_SYMBOL());
            assigned.store(new StoredValues(names).of(replace));
        } else if (tree instanceof ValuesReferenceContext) {
            return "";
        } else if (tree instanceof DeleteStatementContext delete) {
            return delete(delete);
        } else if (tree instanceof UpdateListContext list) {
            update(list);
        } else if (tree instanceof UpdateElementContext update) {
            assigned.store(new StoredValues(names).of(update));
        }
        return null;
    }

    /** Leaves out a priority, which only MySQL's engines without transactions have. */
    private void leaveOut(@Nullable TerminalNode priority) {
        if (priority != null) {
            rewrites.use(RewriteRule.HINTS);
            forms.leaveOut(priority);
        }
    }

    private @Nullable String delete(DeleteStatementContext delete) {
        String written = DeletedTable.write(delete, print);
        if (written != null) {
            rewrites.use(RewriteRule.DELETES);
        }
        return written;
    }

    private void update(UpdateListContext list) {
        SequentialAssignments assignments = new SequentialAssignments(types, forms.replaced(), print::apply);
        if (dolphin && SequentialAssignments.isOfValues(list)) {
            assignments.requireProposed(list);
        } else if (assignments.replace(list)) {
            rewrites.use(RewriteRule.ASSIGNMENTS);
        }
    }

    /**
     * Writes INSERT IGNORE of a query; returns null for another statement. Measured on openGauss 6.0.2: it fails for a duplicate key if the query
     * reads a table.
     */
    private @Nullable String insertIgnoring(InsertStatementContext insert) {
        boolean isOfQuery = insert.IGNORE_SYMBOL() != null
                && insert.insertQueryExpression() != null
                && insert.insertUpdateList() == null;
        if (!dolphin || !isOfQuery) {
            return null;
        }
        rewrites.use(RewriteRule.IGNORED_DUPLICATES);
        forms.leaveOut(insert.IGNORE_SYMBOL());
        return children.apply(insert) + " ON DUPLICATE KEY UPDATE NOTHING";
    }
}
