package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CheckOrReferencesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnAttributeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldDefinitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.NowContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.NowOrSignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SignedLiteralOrNullContext;
import io.gaussferry.ddl.statement.TableElement.CheckSpec;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.ddl.statement.TableElement.ForeignKeySpec;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts column declarations. */
final class ColumnReader {

    private final ElementReader elements;
    private final TypeReader types;
    private final Literals literals;
    private final ExpressionPrinter expressions;

    ColumnReader(StatementContext context, ElementReader elements) {
        this.elements = elements;
        this.types = new TypeReader(context);
        this.literals = new Literals(context);
        this.expressions = new ExpressionPrinter(context);
    }

    /** The attributes of one column. */
    private static final class Attributes {
        private CharacterSetSpec characters = CharacterSetSpec.NONE;
        private @Nullable Boolean nullable;
        private @Nullable DefaultSpec columnDefault;
        private boolean onUpdateNow;
        private boolean autoIncrement;
        private @Nullable IndexKind key;
        private String comment = "";
        private boolean invisible;
        private final List<CheckSpec> checks = new ArrayList<>();
    }

    ColumnSpec column(String name, FieldDefinitionContext field, @Nullable CheckOrReferencesContext constraint) {
        Attributes attributes = new Attributes();
        attributes.characters = types.characters(field.dataType());
        if (field.collate() != null) {
            attributes.characters = attributes.characters.withCollation(
                    types.collation(field.collate().collationName()));
        }
        if (field.dataType().type != null && field.dataType().type.getType() == MySqlParser.SERIAL_SYMBOL) {
            serial(attributes);
        }
        field.columnAttribute().forEach(attribute -> take(attribute, attributes));
        @Nullable ForeignKeySpec references = null;
        if (constraint != null && constraint.references() != null) {
            references = elements.foreignKey(null, null, List.of(name), constraint.references());
        } else if (constraint != null && constraint.checkConstraint() != null) {
            attributes.checks.add(elements.check(null, constraint.checkConstraint(), null));
        }
        return new ColumnSpec(
                name,
                types.type(field.dataType()),
                attributes.characters,
                attributes.nullable,
                attributes.columnDefault,
                attributes.onUpdateNow,
                attributes.autoIncrement,
                attributes.key,
                attributes.comment,
                field.exprWithParentheses() == null
                        ? null
                        : expressions.printWhole(field.exprWithParentheses().expr()),
                attributes.invisible,
                attributes.checks,
                references);
    }

    private static void serial(Attributes attributes) {
        attributes.nullable = false;
        attributes.autoIncrement = true;
        attributes.key = IndexKind.UNIQUE;
    }

    private void take(ColumnAttributeContext attribute, Attributes column) {
        if (attribute.nullLiteral() != null) {
            column.nullable = attribute.NOT_SYMBOL() == null;
        } else if (attribute.collate() != null) {
            column.characters = column.characters.withCollation(
                    types.collation(attribute.collate().collationName()));
        } else if (attribute.checkConstraint() != null) {
            column.checks.add(
                    elements.check(ElementReader.name(attribute.constraintName()), attribute.checkConstraint(), null));
        } else if (attribute.constraintEnforcement() != null && !column.checks.isEmpty()) {
            int last = column.checks.size() - 1;
            CheckSpec check = column.checks.get(last);
            column.checks.set(
                    last,
                    new CheckSpec(
                            check.name(),
                            check.condition(),
                            attribute.constraintEnforcement().NOT_SYMBOL() == null));
        } else if (attribute.visibility() != null) {
            column.invisible = attribute.visibility().INVISIBLE_SYMBOL() != null;
        } else if (attribute.value != null) {
            takeNamed(attribute, column);
        }
    }

    private void takeNamed(ColumnAttributeContext attribute, Attributes column) {
        switch (attribute.value.getType()) {
            case MySqlParser.DEFAULT_SYMBOL ->
                column.columnDefault = attribute.exprWithParentheses() != null
                        ? computed(attribute)
                        : columnDefault(attribute.nowOrSignedLiteral());
            case MySqlParser.ON_SYMBOL -> column.onUpdateNow = true;
            case MySqlParser.AUTO_INCREMENT_SYMBOL -> column.autoIncrement = true;
            case MySqlParser.SERIAL_SYMBOL -> serial(column);
            case MySqlParser.KEY_SYMBOL -> column.key = IndexKind.PRIMARY;
            case MySqlParser.UNIQUE_SYMBOL ->
                column.key = column.key == IndexKind.PRIMARY ? column.key : IndexKind.UNIQUE;
            case MySqlParser.COMMENT_SYMBOL -> column.comment = literals.text(attribute.textLiteral());
            default -> {}
        }
    }

    private DefaultSpec computed(ColumnAttributeContext attribute) {
        return new DefaultSpec.Computed(
                expressions.print(attribute.exprWithParentheses().expr()));
    }

    private DefaultSpec columnDefault(NowOrSignedLiteralContext value) {
        NowContext now = value.now();
        if (now == null) {
            return literal(value.signedLiteralOrNull());
        }
        boolean digits = now.functionDatetimePrecision().INT_NUMBER() != null;
        return new DefaultSpec.Now(
                digits
                        ? Integer.parseInt(
                                now.functionDatetimePrecision().INT_NUMBER().getText())
                        : 0);
    }

    /** Returns the value of {@code DEFAULT} and of {@code SET DEFAULT}. */
    DefaultSpec literal(SignedLiteralOrNullContext value) {
        SignedLiteralContext signed = value.signedLiteral();
        if (signed == null) {
            return new DefaultSpec.Null();
        }
        LiteralContext literal = signed.literal();
        if (literal == null) {
            String text = signed.getText();
            return new DefaultSpec.Number(text.startsWith("+") ? text.substring(1) : text);
        }
        if (literal.textLiteral() != null) {
            return literals.value(literal.textLiteral());
        }
        if (literal.temporalLiteral() != null) {
            return new DefaultSpec.Moment(
                    DefaultSpec.MomentType.valueOf(
                            literal.temporalLiteral().getChild(0).getText().toUpperCase(Locale.ROOT)),
                    literals.unquote(
                            literal.temporalLiteral().SINGLE_QUOTED_TEXT().getText()));
        }
        if (literal.nullLiteral() != null) {
            return new DefaultSpec.Null();
        }
        if (literal.boolLiteral() != null) {
            return new DefaultSpec.Number(literal.boolLiteral().TRUE_SYMBOL() != null ? "1" : "0");
        }
        return literal.numLiteral() != null
                ? new DefaultSpec.Number(literal.getText())
                : new DefaultSpec.Bytes(
                        Literals.bytes(
                                literal.getChild(literal.getChildCount() - 1).getText()),
                        Literals.introducer(literal.UNDERSCORE_CHARSET()));
    }
}
