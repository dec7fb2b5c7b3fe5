package io.gaussferry.error;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects problems and reports them together, so that the operator need not start once per problem. Thread-safe. */
public final class CollectedProblems {

    /** More than an operator reads. */
    private static final int MOST_REPORTED = 100;

    private final String summary;
    private final List<GaussferryException> reported = new ArrayList<>();
    private long more;

    /** @param summary introduces several problems, as a sentence */
    public CollectedProblems(String summary) {
        this.summary = summary;
    }

    /** Adds a problem; only the first hundred are reported in full. */
    public synchronized void add(GaussferryException problem) {
        if (reported.size() < MOST_REPORTED) {
            reported.add(problem);
        } else {
            more++;
        }
    }

    /**
     * Throws a single problem unchanged, or several as one exception of the first one's category; returns if there is
     * none.
     */
    public synchronized void throwIfAny() {
        if (reported.isEmpty()) {
            return;
        }
        GaussferryException first = reported.get(0);
        if (reported.size() == 1) {
            throw first;
        }
        String list = reported.stream()
                .map(problem ->
                        "\n  - " + problem.problem().replace("\n", "\n    ") + "\n    remedy: " + problem.remedy())
                .collect(Collectors.joining());
        throw new GaussferryException(
                first.code(),
                first.category(),
                summary + " CollectedProblems: " + (reported.size() + more) + list
                        + (more == 0 ? "" : "\n  - and " + more + " more"),
                "see the remedy of each",
                first);
    }
}
