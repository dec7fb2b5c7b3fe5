package io.gaussferry.snapshot.chunk;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the values that could not be copied: by table and column, their number and the first one as an example. Thread-safe. */
public final class RejectedValues {

    private record Location(TableId table, String column) {}

    private record Found(GaussferryException first, long count) {}

    private final Map<Location, Found> found = new LinkedHashMap<>();

    /** @param column the column of the value; empty if the target does not report it */
    synchronized void add(TableId table, String column, GaussferryException failure) {
        found.merge(
                new Location(table, column),
                new Found(failure, 1),
                (before, another) -> new Found(before.first(), before.count() + 1));
    }

    /** Returns the tables with missing rows. */
    public synchronized Set<TableId> tables() {
        return found.keySet().stream().map(Location::table).collect(Collectors.toSet());
    }

    /** Returns a problem for each column. */
    public synchronized List<GaussferryException> problems() {
        List<GaussferryException> problems = new ArrayList<>();
        found.forEach((location, values) -> problems.add(describe(location, values)));
        return problems;
    }

    private static GaussferryException describe(Location location, Found values) {
        GaussferryException first = values.first();
        if (values.count() == 1) {
            return first;
        }
        String where = location.column().isEmpty() ? "of this table's ranges" : "of this column";
        return new GaussferryException(
                first.code(),
                first.category(),
                first.problem() + "\n  and " + (values.count() - 1) + " more " + where,
                first.remedy(),
                first);
    }
}
