package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.BeginEndBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CallStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CompoundStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LabeledBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReplaceStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UnlabeledBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * The statements of a body that means the same without it: it has no variables, handlers or conditions. MySQL has no way to call an event's
 * body, but its statements can be executed one after another.
 */
final class PlainBody {

    private PlainBody() {}

    /** Returns the statements in the source's SQL; empty for another body. */
    static List<String> statements(CompoundStatementContext body) {
        List<String> statements = new ArrayList<>();
        return add(body, statements) ? statements : List.of();
    }

    private static boolean add(CompoundStatementContext statement, List<String> statements) {
        ParseTree child = statement.getChild(0);
        if (child instanceof SimpleStatementContext simple) {
            statements.add(text(simple));
            return isPlain(simple.getChild(0));
        }
        BeginEndBlockContext block = child instanceof UnlabeledBlockContext unlabeled
                ? unlabeled.beginEndBlock()
                : child instanceof LabeledBlockContext labeled ? labeled.beginEndBlock() : null;
        if (block == null || block.spDeclarations() != null) {
            return false;
        }
        return block.compoundStatementList() == null
                || block.compoundStatementList().compoundStatement().stream().allMatch(part -> add(part, statements));
    }

    private static boolean isPlain(ParseTree statement) {
        return statement instanceof InsertStatementContext
                || statement instanceof UpdateStatementContext
                || statement instanceof DeleteStatementContext
                || statement instanceof ReplaceStatementContext
                || statement instanceof CallStatementContext;
    }

    private static String text(ParserRuleContext tree) {
        return tree.getStart()
                .getInputStream()
                .getText(Interval.of(
                        tree.getStart().getStartIndex(), tree.getStop().getStopIndex()));
    }
}
