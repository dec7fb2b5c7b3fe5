package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.RewriteRule;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects that an execution of one object can reach: routines that it calls, views that it reads, triggers of tables that it changes. */
public final class UsedObjects {

    private static final Pattern FIRED =
            Pattern.compile(" (BEFORE|AFTER) (INSERT|UPDATE|DELETE) ON (\"[^ ]*\"\\.\".*\") FOR EACH ROW");

    private final Map<TableId, Translated> routines = new HashMap<>();
    private final Map<TableId, Translated> views = new HashMap<>();
    private final Map<TableId, List<Translated>> triggers = new HashMap<>();
    private final Map<TableId, List<SourceObject>> refusedTriggers = new HashMap<>();

    /**
     * @param created the objects that the target has
     * @param refused those that it does not have
     */
    public UsedObjects(Collection<Translated> created, Collection<SourceObject> refused) {
        for (Translated object : created) {
            switch (object.object().kind()) {
                case FUNCTION, PROCEDURE -> routines.put(object.name(), object);
                case VIEW -> views.put(object.object().name(), object);
                case TRIGGER ->
                    triggers.computeIfAbsent(object.object().table(), unused -> new ArrayList<>())
                            .add(object);
                case EVENT -> {}
            }
        }
        for (SourceObject object : refused) {
            if (object.kind() == ObjectKind.TRIGGER) {
                refusedTriggers
                        .computeIfAbsent(object.table(), unused -> new ArrayList<>())
                        .add(object);
            }
        }
    }

    /**
     * The objects within reach of an execution.
     *
     * @param objects the objects, with the executed one
     * @param relations the tables and views, as at the source
     * @param missing triggers and routines that would be executed on the source only
     */
    record Reach(Set<Translated> objects, Set<TableId> relations, Set<String> missing) {

        boolean writes() {
            return objects.stream()
                    .anyMatch(object -> object.writes() || object.object().kind() == ObjectKind.TRIGGER);
        }

        /** Returns the tables of the triggers. */
        Set<TableId> triggered() {
            return objects.stream()
                    .flatMap(object -> Stream.ofNullable(object.object().table()))
                    .collect(Collectors.toSet());
        }

        /** Returns the literals that the objects compare with columns, by the names of the columns in lower case. */
        Map<String, Set<String>> compared() {
            Map<String, Set<String>> compared = new HashMap<>();
            for (Translated object : objects) {
                object.compared()
                        .forEach((column, literals) -> compared.computeIfAbsent(column, unused -> new LinkedHashSet<>())
                                .addAll(literals));
            }
            return compared;
        }

        /** Returns the aggregates whose results depend on the order of the rows. */
        Set<UnorderedAggregate> unordered() {
            Set<UnorderedAggregate> unordered = EnumSet.noneOf(UnorderedAggregate.class);
            objects.forEach(object -> unordered.addAll(object.unordered()));
            return unordered;
        }

        /**
         * Returns whether an execution of a trigger may see the other rows of its statement: on the target, an AFTER trigger runs
         * after the last row of the statement, in MySQL after each row.
         */
        boolean seesStatement(Translated trigger) {
            if (trigger.rules().contains(RewriteRule.USER_VARIABLES)) {
                return true;
            }
            Matcher fired = fired(trigger);
            TableId table = trigger.object().table();
            return fired.group(1).equals("AFTER")
                    && (trigger.statements().get(0).contains(fired.group(3))
                            || objects.stream()
                                    .filter(other -> other.object().kind() != ObjectKind.TRIGGER)
                                    .anyMatch(other -> other.relations().contains(table))
                            || objects.stream()
                                    .anyMatch(other -> other.object().kind() == ObjectKind.TRIGGER
                                            && Objects.equals(
                                                    table, other.object().table())
                                            && fired(other).group(1).equals("BEFORE")
                                            && fired(other).group(2).equals(fired.group(2))
                                            && sharesTable(trigger, other)));
        }

        private static Matcher fired(Translated trigger) {
            for (String sql : trigger.statements()) {
                Matcher matcher = FIRED.matcher(sql);
                if (sql.startsWith("CREATE TRIGGER") && matcher.find()) {
                    return matcher;
                }
            }
            throw new IllegalStateException("a trigger without an event");
        }

        /** Returns whether both triggers of a table name another table. */
        private static boolean sharesTable(Translated trigger, Translated other) {
            return other.relations().stream()
                    .anyMatch(name -> !name.equals(trigger.object().table())
                            && trigger.relations().contains(name));
        }

        /** Returns the constructs for which equal executions of an object prove too little. */
        List<String> reservations(Translated object) {
            boolean mayUndo = objects.stream()
                    .anyMatch(other -> other != object && other.rules().contains(RewriteRule.ATOMIC_CALLS));
            boolean isStatement = object.object().kind() != ObjectKind.PROCEDURE
                    && object.object().kind() != ObjectKind.EVENT;
            return isStatement
                    ? List.of()
                    : objects.stream()
                            .flatMap(part -> part.reservations().stream()
                                    .filter(reservation -> mayUndo || !reservation.ofCallee())
                                    .map(reservation ->
                                            (part == object ? "" : part.object().label() + ": ")
                                                    + reservation.construct()))
                            .toList();
        }

        boolean controlsTransactions() {
            return objects.stream().anyMatch(Translated::controlsTransactions);
        }
    }

    Reach reach(Translated object, boolean withTriggers) {
        Reach reach = new Reach(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        add(object, withTriggers, reach);
        return reach;
    }

    /**
     * Returns what an execution reaches together with the triggers that rows fire which are generated for foreign keys. Without them the
     * sides would differ. If the target lacks one, such rows are not kept.
     */
    Reach withParents(Reach reach, Collection<TableDefinition> tables) {
        Set<TableId> parents = new LinkedHashSet<>(reach.relations());
        boolean grown = true;
        while (grown) {
            grown = false;
            for (TableDefinition table : tables) {
                if (parents.contains(table.id())) {
                    grown |= table.extras().foreignKeys().stream()
                            .map(ForeignKeyDefinition::referenced)
                            .map(parents::add)
                            .reduce(false, Boolean::logicalOr);
                }
            }
        }
        parents.removeAll(reach.relations());
        Reach extended = new Reach(
                new LinkedHashSet<>(reach.objects()),
                new LinkedHashSet<>(reach.relations()),
                new LinkedHashSet<>(reach.missing()));
        for (TableId parent : parents) {
            if (!refusedTriggers.getOrDefault(parent, List.of()).isEmpty()) {
                return reach;
            }
            triggers.getOrDefault(parent, List.of()).forEach(trigger -> add(trigger, true, extended));
        }
        return extended.missing().equals(reach.missing()) && !extended.controlsTransactions() ? extended : reach;
    }

    private void add(Translated object, boolean withTriggers, Reach reach) {
        if (!reach.objects.add(object)) {
            return;
        }
        for (TableId name : object.routines()) {
            Translated routine = routines.get(name);
            if (routine == null) {
                reach.missing.add("routine " + name);
            } else {
                add(routine, withTriggers, reach);
            }
        }
        for (TableId name : object.relations()) {
            if (!reach.relations.add(name)) {
                continue;
            }
            Translated view = views.get(name);
            if (view != null) {
                add(view, withTriggers, reach);
            }
            if (withTriggers) {
                triggers.getOrDefault(name, List.of()).forEach(trigger -> add(trigger, true, reach));
                refusedTriggers.getOrDefault(name, List.of()).forEach(trigger -> reach.missing.add(trigger.label()));
            }
        }
    }
}
