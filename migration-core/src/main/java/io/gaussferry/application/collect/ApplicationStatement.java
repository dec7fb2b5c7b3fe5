package io.gaussferry.application.collect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A distinct statement of an application.
 *
 * @param database of names without one; empty if it is unknown
 * @param shown its SQL with {@code ?} for each literal and list of literals, and without comments
 * @param samples SQL with literals, at least one, at most {@link #SAMPLES}
 * @param calls the number of executions; 0 if it is unknown
 * @param nanos the time of all executions; 0 if it is unknown
 * @param origins where it was found, such as a file and line
 */
public record ApplicationStatement(
        String database, String shown, List<String> samples, long calls, long nanos, Set<String> origins) {

    /** The number of samples and origins that a statement keeps. */
    static final int SAMPLES = 5;

    public ApplicationStatement {
        samples = List.copyOf(samples);
        origins = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(origins));
    }

    /** Returns the SQL that represents the statement. */
    public String sql() {
        return samples.get(0);
    }

    /** Returns the statement with one of its samples as the first. */
    public ApplicationStatement startingWith(String sample) {
        Set<String> ordered = new LinkedHashSet<>(List.of(sample));
        ordered.addAll(samples);
        return new ApplicationStatement(database, shown, List.copyOf(ordered), calls, nanos, origins);
    }

    /** Returns the statement with the calls, the time, the samples and the origins of another one of the same form. */
    ApplicationStatement with(ApplicationStatement other) {
        Set<String> allSamples = new LinkedHashSet<>(samples);
        allSamples.addAll(other.samples);
        Set<String> allOrigins = new LinkedHashSet<>(origins);
        allOrigins.addAll(other.origins);
        return new ApplicationStatement(
                database,
                shown,
                new ArrayList<>(allSamples).subList(0, Math.min(SAMPLES, allSamples.size())),
                calls + other.calls,
                nanos + other.nanos,
                new LinkedHashSet<>(new ArrayList<>(allOrigins).subList(0, Math.min(SAMPLES, allOrigins.size()))));
    }
}
