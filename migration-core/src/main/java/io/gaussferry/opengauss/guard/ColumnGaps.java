package io.gaussferry.opengauss.guard;

import java.util.ArrayList;
import java.util.List;

/** The catalogue of values that the target's column takes and MySQL's column does not, by type. For one thread. */
public final class ColumnGaps {

    private final TextGaps texts = new TextGaps();

    /** Returns the gaps of a column; empty if both sides take the same values. */
    public List<ValueGap> of(ColumnPair column) {
        List<ValueGap> gaps = new ArrayList<>();
        if (column.takesNull() && !column.source().nullable()) {
            gaps.add(ValueGap.guarded(column.name(), "null", "NULL", column.quoted() + " IS NOT NULL"));
        }
        gaps.addAll(
                switch (column.source().type()) {
                    case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> NumberGaps.integer(column);
                    case YEAR -> NumberGaps.year(column);
                    case DECIMAL -> NumberGaps.decimal(column);
                    case FLOAT, DOUBLE -> NumberGaps.floating(column);
                    case BIT -> ByteGaps.bits(column);
                    case BINARY, VARBINARY, BLOB -> ByteGaps.bytes(column);
                    case VECTOR -> ByteGaps.vector(column);
                    case CHAR, VARCHAR, TEXT -> texts.of(column);
                    case ENUM, SET -> MemberGaps.of(column);
                    case DATE -> TemporalGaps.date(column);
                    case DATETIME -> TemporalGaps.dateTime(column);
                    case TIMESTAMP -> TemporalGaps.timestamp(column);
                    case TIME -> TemporalGaps.time(column);
                    case JSON -> json(column);
                    case GEOMETRY ->
                        List.of(ValueGap.unguarded(
                                column.name(), "geometry", "bytes that are not a geometry in the format WKB"));
                });
        return gaps;
    }

    /** Nesting and the range of numbers need a parser, which no cheap condition has. */
    private static List<ValueGap> json(ColumnPair column) {
        return List.of(ValueGap.unguarded(
                column.name(),
                "json",
                (column.isString() ? "strings that are not JSON, " : "")
                        + "documents of more than 100 levels, and with numbers beyond the range of DOUBLE"));
    }
}
