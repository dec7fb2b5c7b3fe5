package io.gaussferry.preflight.finding;

import java.util.Comparator;

/**
 * A condition that can make a migration fail or the target differ.
 *
 * @param code what kind of finding it is, for scripts
 * @param place where it was found
 * @param problem what was found, as a sentence
 * @param why what comes of it, as a sentence
 * @param remedy what the user can do about it
 * @param mayPass whether it may pass without a change of the configuration, such as a server that does not answer
 */
public record Finding(FindingCode code, Place place, String problem, String why, String remedy, boolean mayPass)
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
    public Finding(FindingCode code, Place place, String problem, String why, String remedy) {
        this(code, place, problem, why, remedy, false);
    }

    /** Returns how much it matters. */
    public Severity severity() {
        return code.severity();
    }

    @Override
    public int compareTo(Finding other) {
        return WORST_FIRST.compare(this, other);
    }
}
