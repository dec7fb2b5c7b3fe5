package io.gaussferry.objects.translate;

import io.gaussferry.schema.Identifiers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The variables of a routine by block. MySQL ignores the case of their names, and prefers a variable to a column of the same name. */
final class LocalNames {

    /** Names that PL/pgSQL defines itself. */
    private static final Set<String> PREDEFINED = Set.of("found", "new", "old", "sqlstate", "sqlerrm", "sqlcode");

    /**
     * A variable.
     *
     * @param reference its quoted name on the target
     * @param declared its type
     */
    record Variable(String reference, VariableType declared) {

        /** Returns its type on the target. */
        String type() {
            return declared.target();
        }
    }

    private final KnownNames names;
    private final Rewrites rewrites;
    private final Deque<Map<String, Variable>> scopes = new ArrayDeque<>();
    private final Set<String> given = new HashSet<>();
    private final boolean isTrigger;
    private int temporaries;
    private boolean asTypes;

    /** @param isTrigger whether NEW and OLD are rows */
    LocalNames(KnownNames names, Rewrites rewrites, boolean isTrigger) {
        this.names = names;
        this.rewrites = rewrites;
        this.isTrigger = isTrigger;
        scopes.push(new HashMap<>());
    }

    void enter() {
        scopes.push(new HashMap<>());
    }

    void leave() {
        scopes.pop();
    }

    /** Declares a variable in the present block. */
    Variable declare(String name, VariableType type) {
        Variable variable = new Variable(unused(name), type);
        bind(name, variable);
        return variable;
    }

    /** Makes a name of the present block refer to a variable. */
    void bind(String name, Variable variable) {
        scopes.element().put(name.toLowerCase(Locale.ROOT), variable);
    }

    /** Returns a quoted name that no column and no other variable has: the given one in lower case if possible. */
    String unused(String name) {
        String chosen = name.toLowerCase(Locale.ROOT);
        while (names.isColumn(chosen) || PREDEFINED.contains(chosen) || given.contains(chosen)) {
            if (names.isColumn(chosen)) {
                rewrites.use(RewriteRule.VARIABLES);
            }
            chosen = "v_" + chosen;
        }
        given.add(chosen);
        return Identifiers.quoteTarget(chosen);
    }

    /** Returns a new name for the translation's own use. */
    String temporary() {
        return Identifiers.quoteTarget("gf_" + ++temporaries);
    }

    Optional<Variable> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return scopes.stream()
                .filter(scope -> scope.containsKey(lower))
                .findFirst()
                .map(scope -> scope.get(lower))
                .map(variable -> asTypes
                        ? new Variable("CAST(NULL AS " + variable.type() + ")", variable.declared())
                        : variable);
    }

    /** Returns the number of nested blocks, to find their variables again. */
    int depth() {
        return scopes.size();
    }

    /** Writes something as if it were in an outer block: the variables of inner blocks do not hide those of outer ones. */
    void within(int depth, Runnable writing) {
        Deque<Map<String, Variable>> inner = new ArrayDeque<>();
        while (scopes.size() > depth) {
            inner.push(scopes.pop());
        }
        writing.run();
        inner.forEach(scopes::push);
    }

    /** Writes something with NULLs in place of the variables, so that it can be prepared outside of the routine. */
    String asTypes(Supplier<String> written) {
        asTypes = true;
        try {
            return written.get();
        } finally {
            asTypes = false;
        }
    }

    /** Returns whether a qualifier names the row of a trigger. */
    boolean isRow(String qualifier) {
        return isTrigger && (qualifier.equalsIgnoreCase("NEW") || qualifier.equalsIgnoreCase("OLD"));
    }
}
