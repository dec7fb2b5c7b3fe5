package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ValuesReferenceContext;
import io.gaussferry.ddl.statement.Names;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** The alias of the row of INSERT … VALUES … AS alias ON DUPLICATE KEY UPDATE. openGauss has VALUES() only. */
final class ProposedRow {

    private ProposedRow() {}

    /** Returns the SQL that replaces the references to columns of the row. */
    static Map<ParserRuleContext, String> references(InsertStatementContext insert, NameWriter names) {
        Map<ParserRuleContext, String> written = new IdentityHashMap<>();
        ValuesReferenceContext row = insert.valuesReference();
        if (row != null && row.columnInternalRefList() != null) {
            throw new UntranslatableException("names of the columns of the inserted row", row);
        }
        if (row != null && insert.insertUpdateList() != null) {
            for (ParserRuleContext field : fields(insert.insertUpdateList(), row)) {
                String text = field.getText();
                written.put(
                        field,
                        "VALUES(" + names.column(Names.unquote(text.substring(text.lastIndexOf('.') + 1))) + ")");
            }
        }
        return written;
    }

    /** Returns the columns of the row in an expression; none if the statement has no alias. */
    static List<ParserRuleContext> fields(ParserRuleContext expression) {
        for (ParseTree at = expression; at != null; at = at.getParent()) {
            if (at instanceof InsertStatementContext insert) {
                return insert.valuesReference() == null ? List.of() : fields(expression, insert.valuesReference());
            }
        }
        return List.of();
    }

    private static List<ParserRuleContext> fields(ParserRuleContext expression, ValuesReferenceContext row) {
        String alias = Names.of(row.identifier()).toLowerCase(Locale.ROOT);
        List<ParserRuleContext> fields = new ArrayList<>(ParseTrees.all(expression, FieldIdentifierContext.class));
        fields.addAll(ParseTrees.all(expression, SimpleIdentifierContext.class));
        fields.removeIf(field -> {
            String text = field.getText();
            int dot = text.indexOf('.');
            return dot < 0
                    || !Names.unquote(text.substring(0, dot))
                            .toLowerCase(Locale.ROOT)
                            .equals(alias);
        });
        return fields;
    }
}
