package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Literals such as {@code b'1'} and {@code x'41'}: both servers read them alike where a column decides. */
final class BitLiterals {

    private static final Set<MySqlType> ASSIGNED =
            EnumSet.of(MySqlType.BIT, MySqlType.BINARY, MySqlType.VARBINARY, MySqlType.BLOB);

    private final StatementScope scope;

    BitLiterals(StatementScope scope) {
        this.scope = scope;
    }

    /** Returns whether a literal is assigned to a column of bits or bytes, or is one in bits that is compared with a column of bits. */
    boolean isReadAlike(LiteralContext literal) {
        ParserRuleContext value = literal;
        for (ParserRuleContext at = literal.getParent(); at != null; at = at.getParent()) {
            if (at instanceof PrimaryExprCompareContext compare) {
                return literal.BIN_NUMBER() != null && (isBit(compare.boolPri()) || isBit(compare.predicate()));
            }
            if (at instanceof UpdateElementContext element) {
                return isAssigned(scope.named(element.columnRef().fieldIdentifier()));
            }
            if (at instanceof ValuesContext values) {
                return isAssigned(column(values, value));
            }
            if (at.getChildCount() > 1) {
                return false;
            }
            value = at;
        }
        return false;
    }

    private boolean isBit(ParseTree operand) {
        return scope.column(operand)
                .filter(column -> column.column().type() == MySqlType.BIT)
                .isPresent();
    }

    private static boolean isAssigned(Optional<ScopeColumn> column) {
        return column.map(ScopeColumn::column)
                .map(ColumnDefinition::type)
                .filter(ASSIGNED::contains)
                .isPresent();
    }

    /** Returns the column into which INSERT or REPLACE writes a value. */
    private Optional<ScopeColumn> column(ValuesContext values, ParserRuleContext value) {
        int index = values.expr().indexOf(value);
        ParserRuleContext at = values;
        while (at != null && !(at instanceof InsertFromConstructorContext)) {
            at = at.getParent();
        }
        if (at == null || index < 0 || !values.DEFAULT_SYMBOL().isEmpty()) {
            return Optional.empty();
        }
        FieldsContext fields = ((InsertFromConstructorContext) at).fields();
        if (fields != null) {
            InsertIdentifierContext field = fields.insertIdentifier(index);
            return field == null || field.columnRef() == null
                    ? Optional.empty()
                    : scope.named(field.columnRef().fieldIdentifier());
        }
        if (scope.tables().size() != 1) {
            return Optional.empty();
        }
        TableDefinition table = scope.tables().get(0);
        return index < table.columns().size()
                ? scope.of(table, table.columns().get(index).name())
                : Optional.empty();
    }
}
