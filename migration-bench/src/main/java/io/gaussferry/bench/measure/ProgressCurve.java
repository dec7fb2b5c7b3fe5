package io.gaussferry.bench.measure;

import io.gaussferry.model.GtidSet;
import java.util.ArrayList;
import java.util.List;

/** How many transactions the target had committed when. For one thread. */
final class ProgressCurve {
    private final long before;
    private final List<Point> points = new ArrayList<>();

    /**
     * A point of the curve.
     *
     * @param nanos by {@link System#nanoTime}, when the target had answered
     * @param count transactions since the curve's beginning
     */
    record Point(long nanos, long count) {}

    /** Begins with a GTID set. */
    ProgressCurve(String committedBefore) {
        this.before = count(committedBefore);
    }

    /** Adds what the target has now; equal counts are kept once, with the time at which they were first seen. */
    void add(long nanos, String committed) {
        long count = count(committed) - before;
        if (points.isEmpty() || points.get(points.size() - 1).count() < count) {
            points.add(new Point(nanos, count));
        }
    }

    List<Point> points() {
        return points;
    }

    Point last() {
        return points.get(points.size() - 1);
    }

    /** The first point with at least so many transactions. */
    Point reached(long count) {
        return points.stream()
                .filter(point -> point.count() >= count)
                .findFirst()
                .orElseThrow();
    }

    /** Transactions in a GTID set. */
    static long count(String gtidSet) {
        long count = 0;
        for (String section : GtidSet.parse(gtidSet).toString().split(",", -1)) {
            String[] parts = section.trim().split(":", -1);
            for (int index = 1; index < parts.length; index++) {
                if (parts[index].isEmpty() || !Character.isDigit(parts[index].charAt(0))) {
                    continue; // a tag
                }
                String[] ends = parts[index].split("-", -1);
                count += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
            }
        }
        return count;
    }
}
