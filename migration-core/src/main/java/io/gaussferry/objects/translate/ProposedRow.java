package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ValuesReferenceContext;
import io.gaussferry.ddl.statement.Names;
import java.util.ArrayList;
import java.util.HashMap;
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
        if (row != null && insert.insertUpdateList() != null) {
            Map<String, String> renamed = renamed(insert, row, names);
            for (ParserRuleContext field : fields(insert.insertUpdateList(), row)) {
                String name =
                        Names.unquote(field.getText().substring(field.getText().lastIndexOf('.') + 1));
                String column = row.columnInternalRefList() == null ? name : renamed.get(lower(name));
                if (column == null) {
                    throw new UntranslatableException("an unknown column of the inserted row", field);
                }
                written.put(field, "VALUES(" + names.column(column) + ")");
            }
        }
        return written;
    }

    /** Returns the columns of the table by their names in the row, in lower case; none if they have no others. */
    private static Map<String, String> renamed(
            InsertStatementContext insert, ValuesReferenceContext row, NameWriter names) {
        Map<String, String> renamed = new HashMap<>();
        List<String> aliases = aliases(row);
        List<String> columns = new StoredValues(names).columns(insert);
        for (int i = 0; i < aliases.size() && aliases.size() == columns.size(); i++) {
            renamed.put(aliases.get(i), Names.unquote(columns.get(i)));
        }
        return renamed;
    }

    private static List<String> aliases(ValuesReferenceContext row) {
        return row.columnInternalRefList() == null
                ? List.of()
                : row.columnInternalRefList().columnInternalRef().stream()
                        .map(column -> lower(Names.of(column.identifier())))
                        .toList();
    }

    private static boolean isAssigned(ParserRuleContext field) {
        return field.getParent() instanceof ColumnRefContext column
                && column.getParent() instanceof UpdateElementContext;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
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
        String alias = lower(Names.of(row.identifier()));
        List<String> columns = aliases(row);
        List<ParserRuleContext> fields = new ArrayList<>(ParseTrees.all(expression, FieldIdentifierContext.class));
        fields.addAll(ParseTrees.all(expression, SimpleIdentifierContext.class));
        fields.removeIf(field -> {
            if (isAssigned(field)) {
                return true;
            }
            String text = field.getText();
            int dot = text.indexOf('.');
            return dot < 0
                    ? !columns.contains(lower(Names.unquote(text)))
                    : !lower(Names.unquote(text.substring(0, dot))).equals(alias);
        });
        return fields;
    }
}
