package io.gaussferry.mysql.binlog;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.TableMapField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the optional metadata of a TABLE_MAP event with the definition that will be used to read its rows. With
 * {@code binlog_row_metadata = MINIMAL} the metadata contains signedness and character sets, with {@code FULL} also names and the
 * members of ENUM and SET. Older servers write none.
 *
 * <p>The fields are those of {@code Optional_metadata_field_type} in MySQL's {@code rows_event.h}; unknown fields are skipped.
 */
final class TableMapCheck {

    private static final int SIGNEDNESS = 1;
    private static final int DEFAULT_CHARSET = 2;
    private static final int COLUMN_CHARSET = 3;
    private static final int COLUMN_NAME = 4;
    private static final int SET_STR_VALUE = 5;
    private static final int ENUM_STR_VALUE = 6;
    private static final int ENUM_AND_SET_DEFAULT_CHARSET = 10;
    private static final int ENUM_AND_SET_COLUMN_CHARSET = 11;

    /** Character sets that do not encode ASCII characters as ASCII bytes. */
    private static final Set<String> WIDE = Set.of("ucs2", "utf16", "utf16le", "utf32");

    private final List<ColumnDefinition> columns;
    private final Map<Long, String> characterSets;
    private final boolean isMariaDb;
    private final WireReader reader;

    /**
     * @param table the known definition
     * @param characterSets names by collation number; may be incomplete
     * @param isMariaDb whether geometries have a character set, which is binary
     * @param reader positioned after the event's bitmap of nullable columns
     */
    TableMapCheck(TableDefinition table, Map<Long, String> characterSets, boolean isMariaDb, WireReader reader) {
        this.isMariaDb = isMariaDb;
        this.columns = table.columns();
        this.characterSets = characterSets;
        this.reader = reader;
    }

    /** Returns the first difference, as a sentence; null if there is none. */
    @Nullable
    String difference() {
        while (reader.remaining() > 0) {
            int field = (int) reader.uint(1);
            WireReader value = reader.part(reader.packed());
            String difference = switch (field) {
                case SIGNEDNESS -> signedness(value);
                case DEFAULT_CHARSET -> defaultCharset(value, withCharacterSet());
                case COLUMN_CHARSET -> columnCharsets(value, withCharacterSet());
                case COLUMN_NAME -> names(value);
                case SET_STR_VALUE -> members(value, of(MySqlType.SET));
                case ENUM_STR_VALUE -> members(value, of(MySqlType.ENUM));
                case ENUM_AND_SET_DEFAULT_CHARSET -> defaultCharset(value, of(TableMapField.MEMBERS));
                case ENUM_AND_SET_COLUMN_CHARSET -> columnCharsets(value, of(TableMapField.MEMBERS));
                default -> null;
            };
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private List<ColumnDefinition> withCharacterSet() {
        return columns.stream()
                .filter(column -> ColumnType.of(column).tableMapField() == TableMapField.CHARACTER_SET
                        || isMariaDb && column.type() == MySqlType.GEOMETRY)
                .toList();
    }

    private List<ColumnDefinition> of(TableMapField field) {
        return columns.stream()
                .filter(column -> ColumnType.of(column).tableMapField() == field)
                .toList();
    }

    private List<ColumnDefinition> of(MySqlType type) {
        return columns.stream().filter(column -> column.type() == type).toList();
    }

    /** Compares one bit per numeric column, the highest bit first, which is set for unsigned columns. */
    private @Nullable String signedness(WireReader value) {
        List<ColumnDefinition> numeric = of(TableMapField.SIGN);
        byte[] bits = value.bytes(value.remaining());
        if (bits.length != (numeric.size() + 7) / 8) {
            return differs("a different number of numeric columns", numeric.size());
        }
        for (int i = 0; i < numeric.size(); i++) {
            ColumnDefinition column = numeric.get(i);
            boolean unsigned = (bits[i >> 3] & 0x80 >> (i & 7)) != 0;
            if (column.type() != MySqlType.YEAR && unsigned != column.unsigned()) {
                return "column " + column.name() + " is " + (unsigned ? "unsigned" : "signed")
                        + " in the binlog, but defined as " + column.declaration();
            }
        }
        return null;
    }

    /** Compares a default collation, followed by pairs of a column's number, among those with a collation, and its collation. */
    private @Nullable String defaultCharset(WireReader value, List<ColumnDefinition> affected) {
        List<Long> collations = new ArrayList<>(affected.size());
        long usual = value.packed();
        affected.forEach(unused -> collations.add(usual));
        while (value.remaining() > 0) {
            long number = value.packed();
            long collation = value.packed();
            if (number < 0 || number >= affected.size()) {
                return differs("a character set of string column number " + (number + 1), affected.size());
            }
            collations.set((int) number, collation);
        }
        return charsets(collations, affected);
    }

    private @Nullable String columnCharsets(WireReader value, List<ColumnDefinition> affected) {
        List<Long> collations = new ArrayList<>(affected.size());
        while (value.remaining() > 0) {
            collations.add(value.packed());
        }
        if (collations.size() != affected.size()) {
            return differs(collations.size() + " columns with a character set", affected.size());
        }
        return charsets(collations, affected);
    }

    private @Nullable String charsets(List<Long> collations, List<ColumnDefinition> affected) {
        for (int i = 0; i < affected.size(); i++) {
            ColumnDefinition column = affected.get(i);
            String known = column.characterSet() == null ? "binary" : canonical(column.characterSet());
            String logged = canonical(characterSets.getOrDefault(collations.get(i), known));
            if (!logged.equals(known)) {
                return "column " + column.name() + " has the character set " + logged
                        + " in the binlog, but is defined with " + known;
            }
        }
        return null;
    }

    /** Returns the current name: servers before 8.0.30 write utf8 for utf8mb3. */
    private static String canonical(String characterSet) {
        return characterSet.equals("utf8") ? "utf8mb3" : characterSet;
    }

    private @Nullable String names(WireReader value) {
        for (int i = 0; i < columns.size(); i++) {
            String name = value.string(value.packed());
            if (!name.equals(columns.get(i).name())) {
                return "column number " + (i + 1) + " is named " + name + " in the binlog, but defined as "
                        + columns.get(i).name();
            }
        }
        return value.remaining() == 0 ? null : differs("more columns", columns.size());
    }

    private @Nullable String members(WireReader value, List<ColumnDefinition> affected) {
        for (ColumnDefinition column : affected) {
            List<byte[]> members = new ArrayList<>();
            for (long left = value.packed(); left > 0; left--) {
                members.add(value.bytes(value.packed()));
            }
            boolean same = members.size() == column.members().size();
            for (int i = 0; same && i < members.size(); i++) {
                same = mayEqual(members.get(i), column.members().get(i), column.characterSet());
            }
            if (!same) {
                return "column " + column.name() + " has different members in the binlog than in its definition: "
                        + column.declaration();
            }
        }
        return value.remaining() == 0 ? null : differs("more columns with members", affected.size());
    }

    /** Compares a member, exactly for UTF-8 and ASCII; a string that only its own character set can decode is assumed equal. */
    private static boolean mayEqual(byte[] logged, String known, @Nullable String characterSet) {
        String name = characterSet == null ? "binary" : canonical(characterSet);
        boolean ascii = known.chars().allMatch(character -> character < 0x80) && !WIDE.contains(name);
        if (!ascii && !name.startsWith("utf8")) {
            return true;
        }
        return new String(logged, StandardCharsets.UTF_8).equals(known);
    }

    private static String differs(String logged, int known) {
        return "the binlog has " + logged + ", the definition has " + known;
    }
}
