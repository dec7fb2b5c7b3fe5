package io.gaussferry.opengauss.additive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds columns that were dropped and added again under the same name: their values are lost. A dropped column keeps its
 * {@code attnum}, so the columns after it have a gap before them. A column that is added before others, which openGauss
 * permits, changes the numbers of these, but leaves no gap.
 */
final class ColumnNumbers {

    /** The number of a column, and how many dropped columns are before it. */
    private record Place(int number, int gaps) {}

    private final Map<String, Place> places = new LinkedHashMap<>();

    /** @param fingerprint the lines of a fingerprint; that of an earlier version has no numbers */
    private ColumnNumbers(List<String> fingerprint) {
        for (String line : fingerprint) {
            String[] fields = line.split("\t", -1);
            if (fields.length == 3) {
                int number = Integer.parseInt(fields[2]);
                places.put(fields[0], new Place(number, number - places.size() - 1));
            }
        }
    }

    /** Returns the names of columns that were added again; if they cannot be distinguished from others, these too. */
    static List<String> addedAgain(List<String> before, List<String> after) {
        Map<String, Place> former = new HashMap<>(new ColumnNumbers(before).places);
        int last = former.values().stream().mapToInt(Place::number).max().orElse(0);
        List<String> behindGap = new ArrayList<>();
        List<String> behindAll = new ArrayList<>();
        new ColumnNumbers(after).places.forEach((name, place) -> {
            Place known = former.get(name);
            if (known != null && place.gaps > known.gaps) {
                behindGap.add(name);
                if (place.number > last) {
                    behindAll.add(name);
                }
            }
        });
        return behindAll.isEmpty() ? behindGap : behindAll;
    }
}
