package io.gaussferry.opengauss.guard;

import io.gaussferry.type.CharacterClasses;
import io.gaussferry.type.ColumnPair;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.ValueGap;
import java.util.ArrayList;
import java.util.List;

/** The catalogue of values that the target's column takes and MySQL's column does not: NULL, and those of its type. For one thread. */
public final class ColumnGaps {

    private final CharacterClasses characters = new CharacterClasses();

    /** Returns the gaps of a column; empty if both sides take the same values. */
    public List<ValueGap> of(ColumnPair column) {
        List<ValueGap> gaps = new ArrayList<>();
        if (column.takesNull() && !column.source().nullable()) {
            gaps.add(ValueGap.guarded(column.name(), "null", "NULL", column.quoted() + " IS NOT NULL"));
        }
        gaps.addAll(ColumnType.of(column.source()).gaps(column, characters));
        return gaps;
    }
}
