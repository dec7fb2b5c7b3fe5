package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CollateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.evolve.VariableTypes;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TargetTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** The state of one translation that its parts share: the object, its names, and the rules that were used. */
final class Routine {

    final SourceObject object;
    final KnownNames names;
    final TargetProfile profile;
    final StatementContext context;
    final Literals literals;
    final Rewrites rewrites = new Rewrites();
    final LocalNames locals;
    final SqlWriter sql;
    final RowTypes rowTypes;
    final SqlTemplates templates;
    /** Whether the body has dynamic SQL. */
    boolean composesSql;
    /** The variable that has the value of ROW_COUNT(); null if the body does not need it. */
    @Nullable
    String rowCount;
    /** The variable with the value of LAST_INSERT_ID() before a trigger or function; null if the body does not change it. */
    @Nullable
    String insertedNumber;
    /** The type of a function's result; of no use for others. */
    VariableType result = VariableType.of("");
    /** The literals that it compares with columns. */
    Map<String, Set<String>> compared = Map.of();

    private final CommonTokenStream tokens;

    Routine(
            SourceObject object,
            StatementContext context,
            CommonTokenStream tokens,
            KnownNames names,
            TargetProfile profile,
            RowTypes rowTypes) {
        this.object = object;
        this.names = names;
        this.tokens = tokens;
        this.profile = profile;
        this.rowTypes = rowTypes;
        this.context = context;
        this.literals = new Literals(context);
        this.locals = new LocalNames(names, rewrites, object.kind() == ObjectKind.TRIGGER);
        this.sql = new SqlWriter(
                tokens,
                literals,
                context.database(),
                names,
                locals,
                rewrites,
                TargetTypes.isDolphin(profile),
                object.settings());
        if (object.table() != null) {
            sql.types().ofTrigger(object.table());
        }
        this.templates = new SqlTemplates(sql::isStored);
    }

    /** Returns the type of a variable. Values of ENUM are strings: a variable has no type of its own on the target. */
    VariableType type(DataTypeContext type, @Nullable CollateContext collate) {
        ColumnDefinition column = column(type);
        if (column.type() == MySqlType.GEOMETRY
                || column.type() == MySqlType.VECTOR
                || column.type() == MySqlType.SET) {
            throw new UntranslatableException("a variable of type " + column.declaration(), type);
        }
        if (collate != null) {
            rewrites.use(RewriteRule.COLLATION);
        }
        String collation =
                VariableTypes.collation(type, collate, object.settings().databaseCollation(), context);
        if (column.type() == MySqlType.ENUM) {
            boolean areKnown = column.hasKnownMembers()
                    && column.members().stream().noneMatch(member -> member.matches("(?s).*[?\uFFFD].*"));
            if (!areKnown) {
                // SHOW CREATE prints ? for characters above U+FFFF in the type of a result
                throw new UntranslatableException("members of ENUM that MySQL may not print as they are", type);
            }
            rewrites.use(RewriteRule.ENUMS);
            return new VariableType("text", collation, column.members(), 0);
        }
        if (column.type() == MySqlType.BIT && isDolphin()) {
            rewrites.use(RewriteRule.BITS);
            return VariableType.ofBits((int) column.length());
        }
        if (column.type() == MySqlType.TIMESTAMP) {
            return VariableType.of("timestamp(" + column.scale() + ") without time zone");
        }
        String target = ColumnType.of(column).targetType(profile, ConversionRules.defaults());
        return new VariableType(target, column.type().isText() ? collation : "", List.of(), 0);
    }

    /** Returns a statement of MySQL after which ROW_COUNT() is a number, with the assignment of that number if the body reads it. */
    String[] counting(int rows, String... lines) {
        if (rowCount == null) {
            return lines;
        }
        String[] counted = Arrays.copyOf(lines, lines.length + 1);
        counted[lines.length] = rowCount + " := " + rows + ";";
        return counted;
    }

    boolean isDolphin() {
        return TargetTypes.isDolphin(profile);
    }

    /**
     * Returns a value that is assigned to a variable. Without strict mode MySQL truncates a string that is too long; the target refuses it
     * unless it is converted explicitly.
     */
    String fitted(String value, String type) {
        boolean isString = type.startsWith("varchar(") || type.startsWith("char(");
        return isString && !context.isStrict() ? "CAST(" + value + " AS " + type + ")" : value;
    }

    ColumnDefinition column(DataTypeContext type) {
        return VariableTypes.column("v", type, context);
    }

    /** Returns the start of the object's SQL, for constructs that concern all of it. */
    Token start() {
        return tokens.get(0);
    }

    boolean isFunction() {
        return object.kind() == ObjectKind.FUNCTION;
    }
}
