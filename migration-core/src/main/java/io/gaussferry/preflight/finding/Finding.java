package io.gaussferry.preflight.finding;

import java.util.Comparator;

/**
 * A condition that can make a migration fail or the target differ.
 *
 * @param code the kind of finding, for scripts
 * @param location the server or setting that it concerns
 * @param problem the condition, as a sentence
 * @param why the consequence, as a sentence
 * @param remedy the action that resolves it
 * @param mayPass whether it may pass without a change of the configuration, such as a server that does not answer
 */
public record Finding(
        FindingCode code, FindingLocation location, String problem, String why, String remedy, boolean mayPass)
        implements Comparable<Finding> {

    private static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity)
            .reversed()
            .thenComparing(Finding::code)
            .thenComparing(Finding::location)
            .thenComparing(Finding::problem);

    public Finding {
        if (problem.isBlank() || why.isBlank() || remedy.isBlank()) {
            throw new IllegalArgumentException("finding " + code + " needs a problem, a reason and a remedy");
        }
    }

    /** A finding that remains until the user acts. */
    public Finding(FindingCode code, FindingLocation location, String problem, String why, String remedy) {
        this(code, location, problem, why, remedy, false);
    }

    /** Returns the severity of the code. */
    public Severity severity() {
        return code.severity();
    }

    @Override
    public int compareTo(Finding other) {
        return WORST_FIRST.compare(this, other);
    }
}
