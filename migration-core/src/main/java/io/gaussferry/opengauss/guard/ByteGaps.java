package io.gaussferry.opengauss.guard;

import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TypeName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bits and bytes that the target's column takes and MySQL's column does not. */
final class ByteGaps {

    private static final String LENGTH = "length";
    private static final int BYTES_PER_DIMENSION = 4;
    private static final Pattern DIMENSIONS = Pattern.compile("vector\\((\\d+)\\)", Pattern.CASE_INSENSITIVE);

    private ByteGaps() {}

    static List<ValueGap> bits(ColumnPair column) {
        TypeName type = column.type();
        long length = column.source().length();
        return type.base().equals("bit varying")
                ? List.of(ValueGap.guarded(
                        column.name(),
                        LENGTH,
                        "strings of other than " + length + " bits",
                        "length(" + column.quoted() + ") = " + length))
                : List.of();
    }

    static List<ValueGap> bytes(ColumnPair column) {
        TypeName type = column.type();
        long longest = column.source().type() == MySqlType.BLOB
                ? (1L << Byte.SIZE * ColumnType.of(column.source()).wireType().metadata()) - 1
                : column.source().length();
        boolean isLimited = !type.arguments().isEmpty() && type.argument(0) <= longest;
        return isLimited || longest > Integer.MAX_VALUE
                ? List.of()
                : List.of(ValueGap.guarded(
                        column.name(),
                        LENGTH,
                        "more than " + longest + " bytes",
                        "octet_length(" + column.quoted() + ") <= " + longest));
    }

    static List<ValueGap> vector(ColumnPair column) {
        Matcher dimensions = DIMENSIONS.matcher(column.source().declaration());
        String length = "octet_length(" + column.quoted() + ")";
        return dimensions.matches()
                ? List.of(ValueGap.guarded(
                        column.name(),
                        LENGTH,
                        "bytes that are not at most " + dimensions.group(1) + " numbers of " + BYTES_PER_DIMENSION
                                + " bytes",
                        length + " <= " + BYTES_PER_DIMENSION * Long.parseLong(dimensions.group(1)) + " AND " + length
                                + " % " + BYTES_PER_DIMENSION + " = 0"))
                : List.of();
    }
}
