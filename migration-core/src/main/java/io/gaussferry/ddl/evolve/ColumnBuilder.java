package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.Expression;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.ColumnSpec;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import io.gaussferry.ddl.statement.TypeSpec;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds columns from their declarations. */
final class ColumnBuilder {

    private static final String ZERO = "0000-00-00 00:00:00";

    /** The collation of MariaDB's JSON columns, which are LONGTEXT. */
    private static final String JSON_COLLATION = "utf8mb4_bin";

    /** A string as expressions are printed, with a backslash before each quote. */
    private static final Pattern PLAIN_STRING = Pattern.compile("\\\\'([^'\\\\]*)\\\\'");

    private final StatementContext context;
    private final Collations collations;
    private final ColumnTypes types;
    private final DefaultValues defaults;
    private final List<String> uncertain = new ArrayList<>();

    ColumnBuilder(StatementContext context) {
        this.context = context;
        this.collations = new Collations(context);
        this.types = new ColumnTypes(context);
        this.defaults = new DefaultValues(context);
    }

    /** Returns uncertain properties of the built columns, as parts of a sentence; usually empty. */
    List<String> uncertain() {
        return List.copyOf(uncertain);
    }

    /**
     * Builds a column.
     *
     * @param tableCollation the collation of columns that specify none
     * @param origin the column's name before the statement
     */
    DraftColumn column(ColumnSpec spec, String tableCollation, @Nullable String origin) {
        boolean isJsonAsText = spec.type().name().equals("json") && context.storesJsonAsText();
        TypeSpec type = isJsonAsText ? spec.type().named("longtext") : spec.type();
        if (type.name().equals("year") && type.length() == 2 && context.hasShortYears()) {
            throw new UnknownDefinitionException("its column " + spec.name() + " is a YEAR(2)");
        }
        boolean hasCharacterSet = ColumnTypes.hasCharacterSet(type.name());
        String collation = hasCharacterSet ? collations.of(spec.characters(), tableCollation) : "binary";
        if (isJsonAsText) {
            collation = JSON_COLLATION;
        }
        boolean implicitTimestamp = isImplicitlyNotNull(spec);
        boolean nullable = spec.nullable() == null
                ? !spec.autoIncrement() && spec.key() != IndexKind.PRIMARY && !implicitTimestamp
                : spec.nullable();
        ColumnDefinition column =
                types.column(spec.name(), type, collation, nullable && spec.key() != IndexKind.PRIMARY);
        if (!column.hasKnownMembers()) {
            uncertain.add("only the source knows the members of its column " + column.name());
        }
        Expression generation = spec.generation();
        DefaultSpec value = spec.columnDefault();
        DraftColumn draft = new DraftColumn(
                column,
                new ColumnAttributes(
                        null,
                        false,
                        spec.onUpdateNow(),
                        spec.autoIncrement(),
                        generation == null ? null : generation.text(),
                        spec.invisible(),
                        spec.comment(),
                        column.characterSet() == null ? null : collation),
                origin);
        return value == null ? draft : withDefault(draft, value);
    }

    /**
     * Returns whether a column is NOT NULL implicitly: without {@code explicit_defaults_for_timestamp}, a TIMESTAMP not
     * declared NULL is.
     */
    private boolean isImplicitlyNotNull(ColumnSpec spec) {
        return !context.explicitDefaultsForTimestamp()
                && spec.type().name().equals("timestamp")
                && spec.generation() == null;
    }

    DraftColumn withDefault(DraftColumn column, DefaultSpec value) {
        if (value instanceof DefaultSpec.Null) {
            return column.withDefault(null, false);
        }
        if (value instanceof DefaultSpec.Now now) {
            return column.withDefault(clock(now.digits()), true);
        }
        if (context.storesConstantsAsLiterals() && value instanceof DefaultSpec.Computed constant) {
            Matcher string = PLAIN_STRING.matcher(constant.expression().text());
            if (string.matches()) {
                return column.withDefault(string.group(1), false);
            }
        }
        return value instanceof DefaultSpec.Computed computed
                ? column.withDefault(computed.expression().text(), true)
                : column.withDefault(literal(column, value), false);
    }

    private @Nullable String literal(DraftColumn column, DefaultSpec value) {
        String collation = column.attributes().collation();
        try {
            return defaults.of(column.definition(), collation == null ? "binary" : collation, value);
        } catch (UncertainValueException e) {
            return unknownDefault(column);
        }
    }

    /** Returns a character column in another character set. The bytes of a default whose characters become bytes are unknown here. */
    DraftColumn converted(DraftColumn column, String collation) {
        DraftColumn converted = column.converted(collation);
        boolean isBytes = converted.definition().characterSet() == null
                && converted.definition().members().isEmpty();
        boolean hasLiteral = column.attributes().defaultText() != null
                && !column.attributes().defaultIsExpression();
        return isBytes && hasLiteral ? converted.withDefault(unknownDefault(converted), false) : converted;
    }

    private String unknownDefault(DraftColumn column) {
        uncertain.add("only the source knows the default of its column " + column.name());
        return String.valueOf(ColumnDefinition.UNKNOWN_CHARACTER);
    }

    private static String clock(int digits) {
        return "CURRENT_TIMESTAMP" + (digits == 0 ? "" : "(" + digits + ")");
    }

    /**
     * Applies MySQL's implicit defaults without {@code explicit_defaults_for_timestamp}: the first TIMESTAMP column of
     * a table without other attributes is set to the time of each insert and update, and other NOT NULL ones have a
     * default of zero ({@code promote_first_timestamp_column} of MySQL's sources).
     */
    void promoteTimestamps(TableDraft table) {
        if (context.explicitDefaultsForTimestamp()) {
            return;
        }
        boolean first = true;
        for (int i = 0; i < table.columns.size(); i++) {
            DraftColumn column = table.columns.get(i);
            if (column.definition().type() != MySqlType.TIMESTAMP) {
                continue;
            }
            boolean bare = !column.definition().nullable()
                    && column.attributes().defaultText() == null
                    && column.attributes().generation() == null;
            int digits = column.definition().scale();
            if (bare && first && !column.attributes().onUpdateCurrentTimestamp()) {
                table.columns.set(i, column.withAutoUpdate(clock(digits)));
            } else if (bare && column.origin() == null) {
                String zero = digits == 0 ? ZERO : ZERO + "." + "0".repeat(digits);
                table.columns.set(i, column.withDefault(zero, false));
            }
            first = false;
        }
    }
}
