package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The rules and other objects that the translation of one object has used. */
final class Rewrites {

    private final Set<RewriteRule> rules = EnumSet.noneOf(RewriteRule.class);
    private final Set<TableId> relations = new LinkedHashSet<>();
    private final Set<TableId> routines = new LinkedHashSet<>();
    private final Set<String> varying = new TreeSet<>();
    private final Set<UnorderedAggregate> unordered = EnumSet.noneOf(UnorderedAggregate.class);
    private final List<UnprovenConstruct> reservations = new ArrayList<>();
    private boolean writes;
    private boolean controlsTransactions;
    private boolean commits;

    void use(RewriteRule rule) {
        rules.add(rule);
    }

    boolean uses(RewriteRule rule) {
        return rules.contains(rule);
    }

    void refersToRelation(TableId source) {
        relations.add(source);
    }

    void refersToRoutine(TableId target) {
        routines.add(target);
    }

    /** Records a function whose result depends on the time, the session or chance. */
    void varies(String function) {
        varying.add(function.toUpperCase(Locale.ROOT));
    }

    /** Records an aggregate whose result depends on the order of the rows. */
    void dependsOnOrder(UnorderedAggregate aggregate) {
        unordered.add(aggregate);
    }

    /** Records a construct for which equal executions prove too little. */
    void reserve(UnprovenConstruct reservation) {
        reservations.add(reservation);
    }

    List<UnprovenConstruct> reservations() {
        return reservations;
    }

    Set<UnorderedAggregate> unordered() {
        return unordered;
    }

    Set<String> varying() {
        return varying;
    }

    /** Records a statement that changes rows or definitions. */
    void write() {
        writes = true;
    }

    /** Records a statement that commits or rolls back at the source. */
    void controlTransactions() {
        controlsTransactions = true;
    }

    /** Records COMMIT or ROLLBACK on the target. */
    void commit() {
        commits = true;
    }

    Set<RewriteRule> rules() {
        return rules;
    }

    Set<TableId> relations() {
        return relations;
    }

    Set<TableId> routines() {
        return routines;
    }

    boolean writes() {
        return writes;
    }

    boolean controlsTransactions() {
        return controlsTransactions;
    }

    boolean commits() {
        return commits;
    }
}
