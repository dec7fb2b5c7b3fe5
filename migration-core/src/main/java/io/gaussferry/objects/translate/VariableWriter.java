package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Writes SET and other assignments to local variables, user variables and the row of a trigger. */
final class VariableWriter {

    /** Settings of MySQL without a counterpart, which change no result. */
    private static final Set<String> MYSQL_SETTINGS = Set.of(
            "sql_safe_updates",
            "max_execution_time",
            "innodb_lock_wait_timeout",
            "lock_wait_timeout",
            "sql_log_bin",
            "sql_big_selects",
            "max_join_size",
            "max_sp_recursion_depth",
            "tmp_table_size",
            "max_heap_table_size",
            "optimizer_switch",
            "sql_notes",
            "profiling",
            "sql_quote_show_create");

    /** The target's type of bits, with their number. */
    private static final Pattern BITS = Pattern.compile("bit\\((\\d+)\\)");

    /** The target's types of integers. */
    private static final String INTEGERS = "((tiny|small|medium|big)?int(eger)?|uint[1248])(\\(.*\\))?";

    private final Routine routine;
    private final SqlWriter sql;
    private final LocalNames locals;
    private final Rewrites rewrites;
    private final BodyText text;
    private final HandlerWriter handlers;
    private final ValueTypes types;

    VariableWriter(Routine routine, BodyText text, HandlerWriter handlers) {
        this.routine = routine;
        this.sql = routine.sql;
        this.locals = routine.locals;
        this.rewrites = routine.rewrites;
        this.text = text;
        this.handlers = handlers;
        this.types = routine.sql.types();
    }

    /** Returns a local variable. */
    LocalNames.Variable variable(String name, ParserRuleContext where) {
        return locals.find(name).orElseThrow(() -> new UntranslatableException("the unknown variable " + name, where));
    }

    /**
     * Returns the assignment of a value to a local variable or a user variable.
     *
     * @param given the type of the value
     */
    String assignment(ParserRuleContext target, String value, ValueType given) {
        if (target instanceof UserVariableContext) {
            String copy = text.temporary("text");
            return copy + " := " + value + "; SET " + sql.write(target) + " = " + copy + ";";
        }
        LocalNames.Variable variable = variable(routine.literals.text((TextOrIdentifierContext) target), target);
        return assignment(variable.reference(), variable.declared(), value, given, target);
    }

    /** Returns the assignment of a value to a local variable. */
    String assignment(String reference, VariableType type, String value, ValueType given, ParserRuleContext where) {
        if (type.bits() > 0 && given == ValueType.TEXT) {
            throw new UntranslatableException("a string for a variable of type BIT", where);
        }
        if (!type.isEnum()) {
            boolean isNumber = (given == ValueType.ENUM || given == ValueType.SET)
                    && types.ofTarget(type.target()) == ValueType.NUMBER;
            if (isNumber) {
                throw new UntranslatableException("the number of a member of an ENUM", where);
            }
            return reference + " := " + routine.fitted(value, type.target()) + ";" + limit(reference, type, value);
        }
        if (given != ValueType.TEXT && given != ValueType.ENUM && given != ValueType.NULL) {
            throw new UntranslatableException(
                    "a value for a variable of type ENUM that may be the number of a member", where);
        }
        String name = text.temporary("text");
        return name + " := CAST((" + value + ") AS text); "
                + String.join(
                        " ",
                        new EnumValues(routine.isDolphin())
                                .assignment(reference, name, type, routine.context.isStrict()));
    }

    /** Has a floating-point number become an integer or a string as in MySQL. */
    private void storeNumber(VariableType type, ExprContext value) {
        if (type.bits() > 0) {
            sql.assigned().storeNumberOfBits(value);
        } else if (type.target().matches(INTEGERS)) {
            sql.assigned().storeInteger(value);
        } else if (types.ofTarget(type.target()) == ValueType.TEXT && !type.isEnum() && !Conditions.isBoolean(value)) {
            sql.assigned().storeText(value);
        } else {
            Matcher bits = BITS.matcher(type.target());
            if (bits.matches()) {
                sql.assigned().storeBits(value, Integer.parseInt(bits.group(1)));
            }
        }
    }

    /** Has the floating-point numbers of a query become integers or strings as in MySQL. */
    void storeNumbers(SelectStatementContext select, List<ParserRuleContext> targets) {
        List<SelectItemContext> items = ParseTrees.first(select, SelectItemListContext.class)
                .map(SelectItemListContext::selectItem)
                .orElse(List.of());
        for (int i = 0; i < targets.size() && items.size() == targets.size(); i++) {
            ExprContext value = items.get(i).expr();
            if (value != null && targets.get(i) instanceof TextOrIdentifierContext name) {
                locals.find(routine.literals.text(name)).ifPresent(variable -> storeNumber(variable.declared(), value));
            }
        }
    }

    /** Returns lines that assign an expression to a local variable. */
    String[] assigning(String reference, VariableType type, ExprContext value) {
        storeNumber(type, value);
        String written = sql.write(value);
        List<String> lines = new ArrayList<>();
        for (BitExprContext division : Divisions.of(value, routine.object.settings(), types)) {
            rewrites.use(RewriteRule.DIVISIONS);
            // MySQL returns NULL for a dividend that is NULL
            BitExprContext dividend = division.bitExpr(0);
            lines.add("IF (" + sql.write(division.bitExpr(1), value) + ") = 0"
                    + (isRepeatable(dividend) ? " AND (" + sql.write(dividend, value) + ") IS NOT NULL" : "")
                    + " THEN RAISE EXCEPTION USING ERRCODE = '22012', MESSAGE = 'Division by 0'; END IF;");
        }
        lines.add(
                Conditions.isBoolean(value) && !type.isEnum()
                        ? reference + " := CAST((" + written + ") AS int);"
                        : assignment(reference, type, written, types.of(value), value));
        return lines.toArray(String[]::new);
    }

    /** Returns whether a dividend that is no constant can be evaluated again without another effect. */
    private boolean isRepeatable(BitExprContext dividend) {
        return !dividend.getText().matches("[\\d.]+")
                && !dividend.getText().contains(":=")
                && ParseTrees.all(dividend, FunctionCallContext.class).stream().noneMatch(sql::isStored);
    }

    /** Returns a statement that has a BIT that is a number hold no more than its bits; empty if it cannot. */
    private String limit(String reference, VariableType type, String value) {
        boolean fits =
                type.bits() == 0 || value.matches("\\d+") && new BigInteger(value).compareTo(type.largest()) <= 0;
        if (fits) {
            return "";
        }
        rewrites.use(RewriteRule.BITS);
        return " IF " + reference + " > " + type.largest() + " THEN "
                + (routine.context.isStrict()
                        ? "RAISE EXCEPTION USING ERRCODE = '22001', MESSAGE = 'Data too long for a variable'"
                        : reference + " := " + type.largest())
                + "; END IF;";
    }

    /** Returns the value that a variable has at first. A condition is a number in MySQL. */
    String value(ExprContext value, VariableType type) {
        storeNumber(type, value);
        String written = sql.write(value);
        if (type.bits() > 0 && !written.equalsIgnoreCase("NULL")) {
            boolean fits = written.matches("\\d+") && new BigInteger(written).compareTo(type.largest()) <= 0;
            if (!fits) {
                throw new UntranslatableException("a default of a BIT that is no constant of its length", value);
            }
        }
        if (type.isEnum()) {
            return types.of(value) == ValueType.NULL
                    ? "NULL"
                    : ParseTrees.first(value, TextLiteralContext.class)
                            .filter(literal -> literal.getSourceInterval().equals(value.getSourceInterval()))
                            .map(routine.literals::text)
                            .filter(type.members()::contains)
                            .map(Identifiers::literal)
                            .orElseThrow(() ->
                                    new UntranslatableException("a default of an ENUM that is no member of it", value));
        }
        return Conditions.isBoolean(value) ? "CAST((" + written + ") AS int)" : routine.fitted(written, type.target());
    }

    void set(SetStatementContext set) {
        StartOptionValueListContext list = set.startOptionValueList();
        if (list.optionValueNoOptionType() == null) {
            if (list.optionType() != null
                    && list.startOptionValueListFollowingOptionType().optionValueFollowingOptionType() != null) {
                OptionValueFollowingOptionTypeContext value =
                        list.startOptionValueListFollowingOptionType().optionValueFollowingOptionType();
                requireOfSession(list.optionType());
                setting(value.lvalueVariable());
                continued(list.startOptionValueListFollowingOptionType().optionValueListContinued());
                return;
            }
            throw new UntranslatableException("SET TRANSACTION or SET PASSWORD", set);
        }
        set(list.optionValueNoOptionType());
        continued(list.optionValueListContinued());
    }

    private void continued(@Nullable OptionValueListContinuedContext list) {
        if (list == null) {
            return;
        }
        for (OptionValueContext value : list.optionValue()) {
            if (value.optionValueNoOptionType() != null) {
                set(value.optionValueNoOptionType());
            } else {
                requireOfSession(value.optionType());
                setting(value.lvalueVariable());
            }
        }
    }

    /** Refuses a setting of the whole server, which a rollback would not undo. */
    private static void requireOfSession(@Nullable ParserRuleContext scope) {
        if (scope != null && !scope.getText().toUpperCase(Locale.ROOT).matches("(SESSION|LOCAL)\\.?")) {
            throw new UntranslatableException("a setting of the server", scope);
        }
    }

    private void setting(LvalueVariableContext name) {
        String setting = Names.unquote(name.getText()).toLowerCase(Locale.ROOT);
        if (!MYSQL_SETTINGS.contains(setting)) {
            throw new UntranslatableException("the setting " + setting, name);
        }
        rewrites.use(RewriteRule.SESSION_SETTINGS);
        noted("NULL; -- the target has no " + setting);
    }

    private void noted(String note) {
        for (String line : routine.counting(0, note)) {
            text.line(line);
        }
    }

    private void set(OptionValueNoOptionTypeContext value) {
        if (value.userVariable() != null) {
            String copy = text.temporary("text");
            handlers.guarded(routine.counting(
                    0,
                    copy + " := " + sql.write(value.expr()) + ";",
                    "SET " + sql.write(value.userVariable()) + " = " + copy + ";"));
            return;
        }
        if (value.charset() != null || value.NAMES_SYMBOL() != null) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            noted("NULL; -- the target has one character set");
            return;
        }
        LvalueVariableContext name = value.lvalueVariable();
        if (value.AT_AT_SIGN_SYMBOL() != null || name.DEFAULT_SYMBOL() != null) {
            requireOfSession(value.setVarIdentType());
            setting(name);
            return;
        }
        String first = Names.unquote(
                name.identifier() != null
                        ? name.identifier().getText()
                        : name.lValueIdentifier().getText());
        if (name.dotIdentifier() != null) {
            if (!locals.isRow(first)) {
                throw new UntranslatableException("the setting " + name.getText(), name);
            }
            String column = Names.of(name.dotIdentifier().identifier());
            List<TableId> table = routine.object.table() == null ? List.of() : List.of(routine.object.table());
            if (value.setExprOrDefault().expr() != null) {
                sql.assigned()
                        .storeMember(
                                value.setExprOrDefault().expr(),
                                routine.names.members(column, table).orElse(List.of()));
            }
            assign(
                    first.toUpperCase(Locale.ROOT) + "." + Identifiers.quoteTarget(routine.names.column(column, table)),
                    VariableType.of(""),
                    value.setExprOrDefault());
            return;
        }
        Optional<LocalNames.Variable> variable = locals.find(first);
        if (variable.isEmpty()) {
            setting(name);
            return;
        }
        assign(variable.get().reference(), variable.get().declared(), value.setExprOrDefault());
    }

    private void assign(String reference, VariableType type, SetExprOrDefaultContext value) {
        if (value.expr() == null) {
            throw new UntranslatableException("SET to " + value.getText(), value);
        }
        handlers.guarded(assigning(reference, type, value.expr()));
    }
}
