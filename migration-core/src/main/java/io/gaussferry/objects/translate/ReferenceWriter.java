package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.schema.Identifiers;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Writes references to tables, columns and variables, and the aliases that they use. */
final class ReferenceWriter {

    private final Literals literals;
    private final NameWriter names;
    private final LocalNames variables;
    private final FunctionWriter calls;
    private final CharBlanks blanks;
    private final EnumUses enums;

    ReferenceWriter(
            Literals literals,
            NameWriter names,
            LocalNames variables,
            FunctionWriter calls,
            CharBlanks blanks,
            EnumUses enums) {
        this.literals = literals;
        this.names = names;
        this.variables = variables;
        this.calls = calls;
        this.blanks = blanks;
        this.enums = enums;
    }

    /** Returns the target's reference; null for a node that is none. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof FieldIdentifierContext field) {
            return isTargetOfAssignment(field) ? field(field, false) : value(field, field(field, true));
        }
        if (tree instanceof SimpleIdentifierContext name) {
            String written = simple(name);
            return written == null ? null : value(name, written);
        }
        if (tree instanceof ColumnInternalRefContext column) {
            return names.column(Names.of(column.identifier()));
        }
        if (tree instanceof SingleTableContext table) {
            return names.table(table);
        }
        if (tree instanceof TableRefContext table) {
            return names.table(names.source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableNameContext table) {
            return names.table(names.source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableAliasContext alias) {
            return names.alias(alias);
        }
        if (tree instanceof SelectAliasContext alias) {
            return "AS "
                    + Identifiers.quoteTarget(
                            alias.identifier() != null
                                    ? Names.of(alias.identifier())
                                    : literals.text(alias.textStringLiteral()));
        }
        if (tree instanceof TableWildContext wild) {
            return wild.identifier().size() == 1
                    ? names.qualifier(Names.of(wild.identifier(0))) + ".*"
                    : names.qualifiedTable(Names.of(wild.identifier(0)), Names.of(wild.identifier(1))) + ".*";
        }
        return tree instanceof IdentifierContext name ? Identifiers.quoteTarget(Names.of(name)) : null;
    }

    /** Writes a column or variable whose value is read. */
    private String value(ParserRuleContext reference, String written) {
        return blanks.write(reference, enums.write(reference, written));
    }

    /** Returns null for a name of more than two parts. */
    private @Nullable String simple(SimpleIdentifierContext name) {
        String first = Names.of(name.identifier());
        if (name.dotIdentifier().isEmpty()) {
            return names.column(first);
        }
        return name.dotIdentifier().size() == 1
                ? names.qualifiedColumn(first, Names.of(name.dotIdentifier(0).identifier()))
                : null;
    }

    private static boolean isTargetOfAssignment(FieldIdentifierContext field) {
        ParserRuleContext parent = field.getParent();
        return parent instanceof ColumnRefContext
                && (parent.getParent() instanceof InsertIdentifierContext
                        || parent.getParent() instanceof UpdateElementContext);
    }

    private String field(FieldIdentifierContext field, boolean mayBeVariable) {
        QualifiedIdentifierContext name = field.qualifiedIdentifier();
        if (name == null || name.dotIdentifier() != null) {
            return names.field(field);
        }
        String first = Names.of(name.identifier());
        if (mayBeVariable) {
            Optional<LocalNames.Variable> variable = variables.find(first);
            if (variable.isPresent()) {
                return variable.get().reference();
            }
        }
        if (Functions.CLOCKS.contains(first.toUpperCase(Locale.ROOT)) && first.equals(name.getText())) {
            String written = calls.clock(first, null);
            return written == null ? first.toUpperCase(Locale.ROOT) : written;
        }
        return names.field(field);
    }
}
