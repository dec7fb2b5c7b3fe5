package io.gaussferry.application.collect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Collects statements, and merges those that differ in literals only. */
public final class Workload {

    /** Statements of a connection rather than of an application's logic. */
    private static final Pattern CONTROL = Pattern.compile(
            "(?is)(begin|start\\s+transaction|commit|rollback|savepoint|release|use|set|show|explain|describe|desc|delimiter|lock|unlock"
                    + "|kill|prepare|execute|deallocate|flush|analyze|help|xa)\\b.*");

    private static final Pattern SETTINGS = Pattern.compile("(?is)select\\s(?=.*@@)((?!\\bfrom\\b).)*");

    private record Key(String database, String form, String traits) {}

    private final SourceModes modes;
    private final Map<Key, ApplicationStatement> statements = new LinkedHashMap<>();
    private final Set<List<String>> forms = new HashSet<>();
    private final Map<String, Long> missing = new TreeMap<>();

    /** Creates an empty workload. */
    public Workload(SourceModes modes) {
        this.modes = modes;
    }

    /**
     * Adds a statement.
     *
     * @param database of names without one; empty if it is unknown
     * @param origin where it was found
     */
    public void add(String database, String sql, long calls, long nanos, String origin) {
        String text = sql.strip();
        if (text.isEmpty()) {
            return;
        }
        String form = HiddenLiterals.form(modes.context(database, text));
        if (CONTROL.matcher(form).matches()) {
            miss("statements that control a session, such as SET and COMMIT");
            return;
        }
        if (SETTINGS.matcher(form).matches()) {
            miss("queries of system variables only, such as SELECT @@sql_mode, which MySQL's drivers send");
            return;
        }
        if (form.isEmpty()) {
            return;
        }
        forms.add(List.of(database, form));
        ApplicationStatement statement =
                new ApplicationStatement(database, form, List.of(text), calls, nanos, Set.of(origin));
        statements.merge(
                new Key(database, form, HiddenLiterals.traits(modes.context(database, text))),
                statement,
                ApplicationStatement::with);
    }

    /** Returns whether a statement of the same form was added, whatever its literals. */
    boolean has(String database, String sql) {
        return forms.contains(List.of(database, HiddenLiterals.form(modes.context(database, sql.strip()))));
    }

    /** Counts a statement that cannot be examined. */
    public void miss(String reason) {
        missing.merge(reason, 1L, Long::sum);
    }

    /** Returns the statements, those with the most time first, then those with the most calls. */
    public List<ApplicationStatement> statements() {
        List<ApplicationStatement> ranked = new ArrayList<>(statements.values());
        ranked.sort(Comparator.comparingLong(ApplicationStatement::nanos)
                .thenComparingLong(ApplicationStatement::calls)
                .reversed());
        return ranked;
    }

    /** Returns the numbers of statements that were not examined, by reason. */
    public Map<String, Long> missing() {
        return Map.copyOf(missing);
    }

    /** Returns the source's settings. */
    public SourceModes modes() {
        return modes;
    }
}
