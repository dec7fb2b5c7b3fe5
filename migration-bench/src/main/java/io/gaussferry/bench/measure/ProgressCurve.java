package io.gaussferry.bench.measure;

import io.gaussferry.model.GtidSet;
import java.util.ArrayList;
import java.util.List;

/** The number of transactions that the target had committed, over time. For one thread. */
final class ProgressCurve {
    /** A pause of this share of the whole time separates two bursts. */
    private static final double BURST_GAP_SHARE = 0.03;

    private static final int FEWEST_BURSTS = 4;

    private final long before;
    private final List<Point> points = new ArrayList<>();

    /**
     * A point of the curve.
     *
     * @param nanos {@link System#nanoTime} of the target's answer
     * @param count transactions since the start of the curve
     */
    record Point(long nanos, long count) {}

    /** Creates a curve that starts at a GTID set. */
    ProgressCurve(String committedBefore) {
        this.before = count(committedBefore);
    }

    /** Adds the target's current GTID set; equal counts are stored once, with the time of the first observation. */
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

    /**
     * Returns the time at which this number of transactions was committed, by {@link System#nanoTime}. Appliers commit their
     * concurrent work in quick succession; therefore the work counts as spread evenly between two such bursts. Without this,
     * a stretch that starts within a burst would gain the rest of that burst at no cost.
     */
    double reached(long count) {
        List<Point> ends = burstEnds();
        Point before = ends.get(0);
        for (Point point : ends) {
            if (point.count() >= count) {
                long step = point.count() - before.count();
                double share = step == 0 ? 0 : Math.max(0, (double) (count - before.count()) / step);
                return before.nanos() + share * (point.nanos() - before.nanos());
            }
            before = point;
        }
        throw new IllegalArgumentException("the curve ends at transaction " + last().count() + ", before " + count);
    }

    /** Returns the first point and the last point of each burst; all points if there are too few bursts. */
    private List<Point> burstEnds() {
        double gap = (last().nanos() - points.get(0).nanos()) * BURST_GAP_SHARE;
        List<Point> ends = new ArrayList<>();
        for (int index = 0; index < points.size(); index++) {
            Point point = points.get(index);
            if (index == 0
                    || index == points.size() - 1
                    || points.get(index + 1).nanos() - point.nanos() >= gap) {
                ends.add(point);
            }
        }
        return ends.size() >= FEWEST_BURSTS ? ends : points;
    }

    /** Returns the number of transactions in a GTID set. */
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
