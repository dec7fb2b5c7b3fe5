package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Literals such as {@code b'1'}, {@code x'41'} and {@code 0x41}: both servers read them alike where a column decides. Measured on openGauss
 * 6.0.2.
 */
final class BitLiterals {

    private static final Set<MySqlType> BYTES = EnumSet.of(MySqlType.BINARY, MySqlType.VARBINARY, MySqlType.BLOB);

    private final StatementScope scope;

    BitLiterals(StatementScope scope) {
        this.scope = scope;
    }

    /** Returns whether a literal is assigned to a column, or compared with one, for which both servers read it alike. */
    boolean isReadAlike(LiteralContext literal) {
        ParserRuleContext value = literal;
        for (ParserRuleContext at = literal.getParent(); at != null; at = at.getParent()) {
            if (at instanceof PrimaryExprCompareContext compare) {
                return isComparedAlike(literal, compare.boolPri()) || isComparedAlike(literal, compare.predicate());
            }
            if (at instanceof UpdateElementContext element) {
                return isAssignedAlike(literal, scope.named(element.columnRef().fieldIdentifier()));
            }
            if (at instanceof ValuesContext values) {
                return isAssignedAlike(literal, column(values, value));
            }
            if (at.getChildCount() > 1) {
                return false;
            }
            value = at;
        }
        return false;
    }

    /** A string of bytes is not compared with bits, and only its part before a zero byte is compared with bytes. */
    private boolean isComparedAlike(LiteralContext literal, ParseTree operand) {
        return scope.column(operand)
                .map(column -> column.column().type())
                .filter(type -> scope.session().readsBytes()
                        ? BYTES.contains(type) && literal.HEX_NUMBER() != null && !hasZeroByte(literal)
                        : type == MySqlType.BIT && literal.BIN_NUMBER() != null)
                .isPresent();
    }

    /** Bits have the digits of a number in a column of type BINARY, and are filled up on the right in one of type VARBINARY. */
    private boolean isAssignedAlike(LiteralContext literal, Optional<ScopeColumn> column) {
        return column.map(ScopeColumn::column)
                .map(ColumnDefinition::type)
                .filter(type -> type == MySqlType.BIT
                        || type == MySqlType.BLOB
                        || type == MySqlType.VARBINARY
                                && (isOfWholeBytes(literal) || scope.session().readsBytes())
                        || type == MySqlType.BINARY && scope.session().readsBytes())
                .isPresent();
    }

    private static boolean hasZeroByte(LiteralContext literal) {
        for (byte part : Literals.bytes(literal)) {
            if (part == 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the digits are those of whole bytes. */
    private static boolean isOfWholeBytes(LiteralContext literal) {
        int digits = literal.getText()
                .replaceFirst("^(0[xb]|[xb]')", "")
                .replace("'", "")
                .length();
        return digits % (literal.HEX_NUMBER() != null ? 2 : Byte.SIZE) == 0;
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
