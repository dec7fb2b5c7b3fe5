package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a table's definition to a string that later versions can read too.
 *
 * <p>The definition that affects how rows are read comes first: one line for each column, member, index and part of an index. A
 * member belongs to the column above it, a part to the index above it. A line has a keyword and then, after tabs,
 * {@code name=value} pairs in any order. In values a backslash, tab, line feed, carriage return and U+0000 are written as
 * {@code \\}, {@code \t}, {@code \n}, {@code \r} and {@code \0}, and {@link ColumnDefinition#UNKNOWN_CHARACTER}, which UTF-8 does not
 * have, as {@code \?}. A reader skips unknown names; missing values have the defaults
 * empty string, 0 and false. A table with another name on the target has a line with that name before its columns. The extras
 * follow, see {@link TableExtrasFormat}.
 */
public final class TableDefinitionFormat {

    private static final String FIRST_LINE = "table\tversion=1";

    /** Keywords of lines that belong to no other line. */
    private static final Set<String> OWNERS = Set.of(
            "column",
            "index",
            "target",
            "foreign",
            "extras",
            "attributes",
            "expression",
            "check",
            "other",
            "partitioning");

    private TableDefinitionFormat() {}

    /** Serializes a definition without the table's name. */
    public static String write(TableDefinition table) {
        StringBuilder text = new StringBuilder(FIRST_LINE);
        if (!table.targetId().equals(table.id())) {
            text.append("\ntarget");
            put(text, "schema", table.targetId().schema());
            put(text, "name", table.targetId().name());
        }
        for (ColumnDefinition column : table.columns()) {
            text.append("\ncolumn");
            put(text, "name", column.name());
            put(text, "type", column.type().name());
            put(text, "unsigned", column.unsigned());
            put(text, "declaration", column.declaration());
            put(text, "length", column.length());
            put(text, "precision", column.precision());
            put(text, "scale", column.scale());
            if (column.characterSet() != null) {
                put(text, "characterSet", column.characterSet());
            }
            put(text, "nullable", column.nullable());
            for (String member : column.members()) {
                text.append("\nmember");
                put(text, "value", member);
            }
        }
        for (IndexDefinition index : table.indexes()) {
            text.append("\nindex");
            put(text, "name", index.name());
            put(text, "unique", index.unique());
            for (IndexDefinition.Part part : index.parts()) {
                text.append("\npart");
                put(text, "column", part.column());
                put(text, "prefixLength", part.prefixLength());
                put(text, "descending", part.descending());
            }
        }
        return text.toString();
    }

    /** Serializes a definition with its extras. */
    public static String writeWithExtras(TableDefinition table) {
        return write(table) + new TableExtrasFormat(table).write() + writeForeignKeys(table);
    }

    /**
     * Serializes the foreign keys, to be appended to a definition. Each line starts with a line feed: a line {@code foreign} for
     * each key, followed by a line {@code pair} for each of its columns.
     */
    public static String writeForeignKeys(TableDefinition table) {
        StringBuilder text = new StringBuilder();
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            text.append("\nforeign");
            put(text, "name", key.name());
            put(text, "schema", key.referenced().schema());
            put(text, "table", key.referenced().name());
            put(text, "onUpdate", key.onUpdate());
            put(text, "onDelete", key.onDelete());
            for (int i = 0; i < key.columns().size(); i++) {
                text.append("\npair");
                put(text, "column", key.columns().get(i));
                put(text, "referenced", key.referencedColumns().get(i));
            }
        }
        return text.toString();
    }

    /** Parses the foreign keys that {@link #writeForeignKeys} has appended to a definition. */
    public static List<ForeignKeyDefinition> readForeignKeys(String text) {
        List<ForeignKeyDefinition> keys = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int line = 1; line < lines.length; line++) {
            if (!lines[line].startsWith("foreign\t")) {
                continue;
            }
            Line key = Line.parse(lines[line]);
            List<String> columns = new ArrayList<>();
            List<String> referencedColumns = new ArrayList<>();
            while (line + 1 < lines.length && lines[line + 1].startsWith("pair\t")) {
                Line pair = Line.parse(lines[++line]);
                columns.add(pair.text("column"));
                referencedColumns.add(pair.text("referenced"));
            }
            keys.add(new ForeignKeyDefinition(
                    key.text("name"),
                    columns,
                    new TableId(key.text("schema"), key.text("table")),
                    referencedColumns,
                    key.text("onUpdate"),
                    key.text("onDelete")));
        }
        return keys;
    }

    static void put(StringBuilder text, String name, Object value) {
        text.append('\t').append(name).append('=');
        String plain = value.toString();
        for (int i = 0; i < plain.length(); i++) {
            char character = plain.charAt(i);
            switch (character) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\0' -> text.append("\\0");
                case ColumnDefinition.UNKNOWN_CHARACTER -> text.append("\\?");
                default -> text.append(character);
            }
        }
    }

    /**
     * Parses the output of {@link #write}.
     *
     * @throws IllegalArgumentException for any other string
     */
    public static TableDefinition read(TableId id, String text) {
        String[] lines = text.split("\n", -1);
        if (!lines[0].equals(FIRST_LINE)) {
            throw new IllegalArgumentException("not a table definition: " + lines[0]);
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        List<IndexDefinition> indexes = new ArrayList<>();
        TableExtrasFormat.Reader extras = new TableExtrasFormat.Reader();
        TableId target = id;
        int line = 1;
        while (line < lines.length) {
            Line owner = Line.parse(lines[line++]);
            List<Line> owned = new ArrayList<>();
            while (line < lines.length && !isOwner(lines[line])) {
                owned.add(Line.parse(lines[line++]));
            }
            if (owner.word().equals("column")) {
                columns.add(column(owner, owned));
            } else if (owner.word().equals("index")) {
                indexes.add(index(owner, owned));
            } else if (owner.word().equals("target")) {
                target = new TableId(owner.text("schema"), owner.text("name"));
            } else {
                extras.take(owner, owned);
            }
        }
        return extras.complete(new TableDefinition(id, columns, indexes).withTarget(target), readForeignKeys(text));
    }

    private static boolean isOwner(String line) {
        int end = line.indexOf('\t');
        return OWNERS.contains(end < 0 ? line : line.substring(0, end));
    }

    private static ColumnDefinition column(Line line, List<Line> members) {
        return new ColumnDefinition(
                line.text("name"),
                MySqlType.valueOf(line.text("type")),
                line.flag("unsigned"),
                line.text("declaration"),
                line.number("length"),
                (int) line.number("precision"),
                (int) line.number("scale"),
                line.values().get("characterSet"),
                members.stream()
                        .filter(member -> member.word().equals("member"))
                        .map(member -> member.text("value"))
                        .toList(),
                line.flag("nullable"));
    }

    private static IndexDefinition index(Line line, List<Line> parts) {
        return new IndexDefinition(
                line.text("name"),
                line.flag("unique"),
                parts.stream()
                        .filter(part -> part.word().equals("part"))
                        .map(part -> new IndexDefinition.Part(
                                (int) part.number("column"),
                                (int) part.number("prefixLength"),
                                part.flag("descending")))
                        .toList());
    }

    record Line(String word, Map<String, String> values) {

        private static Line parse(String line) {
            String[] parts = line.split("\t", -1);
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("not a name=value pair: " + parts[i]);
                }
                values.put(parts[i].substring(0, equals), unescape(parts[i].substring(equals + 1)));
            }
            return new Line(parts[0], values);
        }

        private static String unescape(String value) {
            if (value.indexOf('\\') < 0) {
                return value;
            }
            StringBuilder plain = new StringBuilder();
            for (int i = 0; i < value.length(); i++) {
                char character = value.charAt(i);
                if (character == '\\' && i + 1 < value.length()) {
                    i++;
                    character = switch (value.charAt(i)) {
                        case 't' -> '\t';
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        case '0' -> '\0';
                        case '?' -> ColumnDefinition.UNKNOWN_CHARACTER;
                        default -> value.charAt(i);
                    };
                }
                plain.append(character);
            }
            return plain.toString();
        }

        String text(String name) {
            return values.getOrDefault(name, "");
        }

        boolean flag(String name) {
            return text(name).equals("true");
        }

        long number(String name) {
            @Nullable String value = values.get(name);
            return value == null ? 0 : Long.parseLong(value);
        }
    }
}
