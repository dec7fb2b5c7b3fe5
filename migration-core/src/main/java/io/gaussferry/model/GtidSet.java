package io.gaussferry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A set of GTIDs with gaps, in MySQL's notation: {@code uuid:1-5:7,uuid:tag:1-3}. Mutable; used by one thread at a
 * time.
 *
 * <p>The notation is defined in MySQL's manual under "GTID Sets". A section may name several tags; {@link #toString}
 * writes one series per section, which every server from 8.3 on accepts too.
 *
 * <p>MariaDB has no sets, only positions: {@code 0-1-100} in a set is the transaction of that name and all earlier ones of its
 * domain and server, as in {@code gtid_binlog_state}, whether or not their numbers were used. {@link #add} therefore adds the
 * earlier ones too, and {@link #addOnly} does not. Numbers that do not start at 1 are written {@code 0-1-101..150}.
 */
public final class GtidSet {

    /** One series of numbers: those of a server with one tag, or without a tag. */
    private record Series(UUID sourceId, String tag) implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            if (this == other) {
                return 0;
            }
            // compared as strings, so that the order equals that of the servers' output
            int bySource = sourceId.toString().compareTo(other.sourceId.toString());
            return bySource != 0 ? bySource : tag.compareTo(other.tag);
        }
    }

    private static final Pattern TAG = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,31}");

    /** A position of MariaDB, or a range of numbers. */
    private static final Pattern MARIADB = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,19})(?:\\.\\.(\\d{1,19}))?");

    /**
     * The disjoint, non-adjacent intervals of each series without the run: first number to last number, both inclusive.
     */
    private final TreeMap<Series, TreeMap<Long, Long>> intervals = new TreeMap<>();

    /**
     * The last run of consecutive numbers. A replica adds the numbers of a series one after the other, so adding the
     * next number is an increment of {@link #runLast}. Any other operation moves the run to the intervals first.
     */
    private @Nullable Series runSeries;

    private long runFirst;
    /** Less than {@link #runFirst} if the whole run is in the intervals. */
    private long runLast = -1;

    /** Parses MySQL's notation; white space is ignored. Throws IllegalArgumentException for any other string. */
    public static GtidSet parse(String text) {
        GtidSet set = new GtidSet();
        String compact = text.replaceAll("\\s", "");
        if (compact.isEmpty()) {
            return set;
        }
        for (String section : compact.split(",", -1)) {
            set.parseSection(section, text);
        }
        return set;
    }

    private void parseSection(String section, String whole) {
        String[] parts = section.split(":", -1);
        try {
            Matcher mariaDb = MARIADB.matcher(section);
            if (mariaDb.matches()) {
                addMariaDb(mariaDb);
                return;
            }
            UUID sourceId = UUID.fromString(parts[0]);
            String tag = "";
            for (int i = 1; i < parts.length; i++) {
                String part = parts[i];
                if (TAG.matcher(part).matches()) {
                    tag = part.toLowerCase(Locale.ROOT);
                    continue;
                }
                int dash = part.indexOf('-');
                long first = Long.parseLong(dash < 0 ? part : part.substring(0, dash));
                long last = dash < 0 ? first : Long.parseLong(part.substring(dash + 1));
                addRange(new Series(sourceId, tag), first, last);
            }
            if (parts.length < 2) {
                throw new IllegalArgumentException("no interval");
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a GTID set: '" + section + "' in '" + whole + "'", e);
        }
    }

    private void addMariaDb(Matcher section) {
        UUID sourceId = Gtid.mariaDbSource(Long.parseLong(section.group(1)), Long.parseLong(section.group(2)));
        long number = Long.parseLong(section.group(3));
        String last = section.group(4);
        addRange(new Series(sourceId, ""), last == null ? 1 : number, last == null ? number : Long.parseLong(last));
    }

    /** Adds one GTID, of MariaDB without the earlier ones. */
    public void addOnly(Gtid gtid) {
        settle();
        addRange(new Series(gtid.sourceId(), gtid.tag()), gtid.number(), gtid.number());
    }

    /** Adds one GTID, of MariaDB with the earlier ones of its domain and server; does nothing if the set contains it. */
    public void add(Gtid gtid) {
        long number = gtid.number();
        Series series = runSeries;
        if (series == null
                || !series.sourceId().equals(gtid.sourceId())
                || !series.tag().equals(gtid.tag())) {
            settle();
            series = new Series(gtid.sourceId(), gtid.tag());
            runSeries = series;
            if (gtid.isMariaDb()) {
                addRange(series, 1, number);
            }
        } else if (number == runLast + 1) {
            runLast = number;
            return;
        } else {
            settle();
            if (gtid.isMariaDb()) {
                addRange(series, 1, number);
            }
        }
        runFirst = number;
        runLast = number;
    }

    /** Moves the run to the intervals and returns them. */
    private TreeMap<Series, TreeMap<Long, Long>> settle() {
        Series series = runSeries;
        if (series != null && runLast >= runFirst) {
            addRange(series, runFirst, runLast);
            // the next number continues the run
            runFirst = runLast + 1;
        }
        return intervals;
    }

    /** Adds the names of the first transactions of a source without GTIDs: 1 to the capture sequence number. */
    void addCaptureSequencesTo(long captureSequence) {
        Gtid last = Gtid.ofCaptureSequence(captureSequence);
        addRange(new Series(last.sourceId(), last.tag()), 1, captureSequence);
    }

    /** Adds all GTIDs of another set. */
    public void addAll(GtidSet other) {
        other.settle().forEach((series, ranges) -> ranges.forEach((first, last) -> addRange(series, first, last)));
    }

    private void addRange(Series series, long first, long last) {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("not an interval of GTID numbers: " + first + "-" + last);
        }
        TreeMap<Long, Long> ranges = intervals.get(series);
        if (ranges == null) {
            ranges = new TreeMap<>();
            intervals.put(series, ranges);
        }
        long from = first;
        long to = last;
        Map.Entry<Long, Long> below = ranges.floorEntry(first);
        if (below != null && below.getValue() >= first - 1) {
            if (below.getValue() >= last) {
                return;
            }
            from = below.getKey();
        }
        NavigableMap<Long, Long> swallowed = ranges.subMap(from, true, last + 1, true);
        if (!swallowed.isEmpty()) {
            to = Math.max(last, swallowed.lastEntry().getValue());
            swallowed.clear();
        }
        ranges.put(from, to);
    }

    /** Returns whether the GTID is in this set. */
    public boolean contains(Gtid gtid) {
        TreeMap<Long, Long> ranges = settle().get(new Series(gtid.sourceId(), gtid.tag()));
        if (ranges == null) {
            return false;
        }
        Map.Entry<Long, Long> below = ranges.floorEntry(gtid.number());
        return below != null && below.getValue() >= gtid.number();
    }

    /**
     * Returns the next number of the GTID's series after it that is in this set; {@link Long#MAX_VALUE} if there is
     * none.
     */
    public long nextAfter(Gtid gtid) {
        TreeMap<Long, Long> ranges = settle().get(new Series(gtid.sourceId(), gtid.tag()));
        if (ranges == null) {
            return Long.MAX_VALUE;
        }
        long number = gtid.number();
        Map.Entry<Long, Long> below = ranges.floorEntry(number);
        if (below != null && below.getValue() > number) {
            return number + 1;
        }
        Long next = ranges.higherKey(number);
        return next == null ? Long.MAX_VALUE : next;
    }

    /** Returns the GTID with the highest number of each series. */
    public List<Gtid> lastOfEachSeries() {
        List<Gtid> last = new ArrayList<>();
        settle().forEach((series, ranges) -> last.add(
                new Gtid(series.sourceId(), series.tag(), ranges.lastEntry().getValue())));
        return last;
    }

    /** Returns the GTID with the lowest number of each series. */
    public List<Gtid> firstOfEachSeries() {
        List<Gtid> first = new ArrayList<>();
        settle().forEach((series, ranges) -> first.add(new Gtid(series.sourceId(), series.tag(), ranges.firstKey())));
        return first;
    }

    /** Returns whether this set contains every GTID of the other set. */
    public boolean containsAll(GtidSet other) {
        for (Map.Entry<Series, TreeMap<Long, Long>> entry : other.settle().entrySet()) {
            TreeMap<Long, Long> ranges = settle().getOrDefault(entry.getKey(), new TreeMap<>());
            for (Map.Entry<Long, Long> range : entry.getValue().entrySet()) {
                Map.Entry<Long, Long> below = ranges.floorEntry(range.getKey());
                if (below == null || below.getValue() < range.getValue()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns a new set with the GTIDs of this set that are not in the other set. */
    public GtidSet minus(GtidSet other) {
        GtidSet rest = new GtidSet();
        settle().forEach((series, ranges) -> {
            TreeMap<Long, Long> others = other.settle().getOrDefault(series, new TreeMap<>());
            long domainEnd = Gtid.isMariaDb(series.sourceId()) ? other.endOfDomain(series) : 0;
            ranges.forEach((first, last) -> {
                // MariaDB: the servers of a domain share its numbers, so that those up to the position are of earlier
                // transactions
                long from = last > domainEnd ? Math.max(first, domainEnd + 1) : first;
                Long floor = others.floorKey(first);
                NavigableMap<Long, Long> overlapping = others.subMap(floor == null ? first : floor, true, last, true);
                for (Map.Entry<Long, Long> taken : overlapping.entrySet()) {
                    if (taken.getKey() > from) {
                        rest.addRange(series, from, taken.getKey() - 1);
                    }
                    from = Math.max(from, taken.getValue() + 1);
                }
                if (from <= last) {
                    rest.addRange(series, from, last);
                }
            });
        });
        return rest;
    }

    /** Returns the last number of the positions in the domain of a MariaDB series; 0 if there is none. */
    private long endOfDomain(Series series) {
        long end = 0;
        for (Map.Entry<Series, TreeMap<Long, Long>> other : settle().entrySet()) {
            Long last = other.getValue().get(1L);
            if (last != null && isOfSameDomain(series.sourceId(), other.getKey().sourceId())) {
                end = Math.max(end, last);
            }
        }
        return end;
    }

    private static boolean isOfSameDomain(UUID one, UUID other) {
        return Gtid.isMariaDb(other)
                && one.getLeastSignificantBits() >>> Integer.SIZE == other.getLeastSignificantBits() >>> Integer.SIZE;
    }

    /**
     * Returns the position in MariaDB's history at which this set ends, in MariaDB's notation: the last GTID of each domain.
     */
    public String mariaDbPosition() {
        Map<Long, Gtid> ends = new TreeMap<>();
        for (Gtid last : lastOfEachSeries()) {
            if (last.isMariaDb()) {
                ends.merge(last.domain(), last, (one, two) -> one.number() >= two.number() ? one : two);
            }
        }
        return ends.values().stream().map(Gtid::toString).collect(Collectors.joining(","));
    }

    /** Returns the number of GTIDs. */
    public long count() {
        return settle().values().stream()
                .flatMap(ranges -> ranges.entrySet().stream())
                .mapToLong(range -> range.getValue() - range.getKey() + 1)
                .sum();
    }

    /**
     * Returns the GTIDs of the other set that precede the last one of this set in their series and are missing here. If
     * this set has been executed of the other, those are the skipped transactions.
     */
    public GtidSet gapsWithin(GtidSet other) {
        GtidSet missing = other.minus(this);
        GtidSet gaps = new GtidSet();
        missing.settle().forEach((series, ranges) -> {
            TreeMap<Long, Long> own = settle().get(series);
            if (own == null) {
                return;
            }
            long highest = own.lastEntry().getValue();
            ranges.forEach((first, last) -> {
                if (first < highest) {
                    gaps.addRange(series, first, Math.min(last, highest));
                }
            });
        });
        return gaps;
    }

    /** Returns whether the set is empty. */
    public boolean isEmpty() {
        return settle().isEmpty();
    }

    /** Returns an independent copy. */
    public GtidSet copy() {
        GtidSet copy = new GtidSet();
        copy.addAll(this);
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GtidSet that && settle().equals(that.settle());
    }

    @Override
    public int hashCode() {
        return settle().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        settle().forEach((series, ranges) -> {
            if (Gtid.isMariaDb(series.sourceId())) {
                appendMariaDb(text, series, ranges);
                return;
            }
            text.append(text.isEmpty() ? "" : ",").append(series.sourceId());
            if (!series.tag().isEmpty()) {
                text.append(':').append(series.tag());
            }
            ranges.forEach((first, last) -> {
                text.append(':').append(first);
                if (!last.equals(first)) {
                    text.append('-').append(last);
                }
            });
        });
        return text.toString();
    }

    private static void appendMariaDb(StringBuilder text, Series series, Map<Long, Long> ranges) {
        String prefix = Gtid.mariaDbPrefix(series.sourceId()) + "-";
        ranges.forEach((first, last) -> {
            text.append(text.isEmpty() ? "" : ",").append(prefix);
            if (first == 1) {
                text.append(last);
            } else {
                text.append(first).append("..").append(last);
            }
        });
    }
}
