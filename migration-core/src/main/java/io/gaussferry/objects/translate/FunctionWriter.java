package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes calls of functions: stored ones by their names on the target, those of the clock with MySQL's digits. */
final class FunctionWriter {

    private final KnownNames known;
    private final NameWriter names;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final Function<ParseTree, String> print;
    private final Map<FunctionCallContext, String> renamed = new IdentityHashMap<>();

    /**
     * @param dolphin whether the target has MySQL's functions
     * @param print writes the arguments
     */
    FunctionWriter(
            KnownNames known, NameWriter names, Rewrites rewrites, boolean dolphin, Function<ParseTree, String> print) {
        this.known = known;
        this.names = names;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
        this.print = print;
    }

    /** Calls another function in place of one. */
    void rename(FunctionCallContext call, String function) {
        renamed.put(call, function);
    }

    /** Writes a call, whose arguments are already those that the target expects. */
    String write(FunctionCallContext call) {
        TableId name = names.function(call);
        ParserRuleContext arguments = call.udfExprList() != null ? call.udfExprList() : call.exprList();
        String written = "(" + (arguments == null ? "" : print.apply(arguments)) + ")";
        String other = renamed.get(call);
        if (other != null) {
            return other + written;
        }
        var stored = known.routine(ObjectKind.FUNCTION, name);
        if (stored.isPresent()) {
            rewrites.use(RewriteRule.NAMES);
            rewrites.refersToRoutine(stored.get());
            return Identifiers.quoteTarget(stored.get()) + written;
        }
        boolean qualified =
                call.qualifiedIdentifier() != null && call.qualifiedIdentifier().dotIdentifier() != null;
        if (qualified) {
            throw new UntranslatableException("the function " + name + ", which does not exist", call);
        }
        String lower = name.name().toLowerCase(Locale.ROOT);
        if (known.isLoadable(lower)) {
            throw new UntranslatableException("the loadable function " + lower, call);
        }
        if (Functions.MISSING.contains(lower) || lower.startsWith("st_")) {
            throw new UntranslatableException("the function " + lower + ", which the target lacks", call);
        }
        if (Functions.VARYING.contains(lower)) {
            rewrites.varies(lower);
            if (dolphin && arguments == null) {
                Optional<String> truncated = ClockFunctions.truncated(lower, 0);
                if (truncated.isPresent()) {
                    rewrites.use(RewriteRule.CLOCK);
                    return truncated.get();
                }
            }
        }
        if (dolphin && lower.equals("quote")) {
            rewrites.use(RewriteRule.QUOTED_NULL);
            return "coalesce(quote" + written + ", 'NULL')";
        }
        return lower + written;
    }

    /** Returns a function of the present time; null if it is written as it is. */
    @Nullable
    String clock(String function, @Nullable TimeFunctionParametersContext parameters) {
        rewrites.varies(function);
        FractionalPrecisionContext precision = parameters == null ? null : parameters.fractionalPrecision();
        int digits = precision == null ? 0 : Integer.parseInt(precision.getText());
        Optional<String> truncated = dolphin ? ClockFunctions.truncated(function, digits) : Optional.empty();
        truncated.ifPresent(written -> rewrites.use(RewriteRule.CLOCK));
        return truncated.orElse(null);
    }
}
