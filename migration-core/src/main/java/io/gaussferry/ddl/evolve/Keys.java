package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TableElement.CheckSpec;
import io.gaussferry.ddl.statement.TableElement.ForeignKeySpec;
import io.gaussferry.ddl.statement.TableElement.IndexKind;
import io.gaussferry.ddl.statement.TableElement.IndexSpec;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.IndexPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Adds indexes, foreign keys and checks to a table draft, with the names that MySQL generates. */
final class Keys {

    /** The maximum length of a part of an InnoDB index, bytes; a session that is not strict truncates longer parts. */
    private static final int LONGEST_PART = 3072;

    /** A name in a condition. */
    static final Pattern BACKTICKED = Pattern.compile("`((?:[^`]|``)+)`");

    private final TableDraft table;
    private final StatementContext context;
    private final List<DraftIndex> unnamed = new ArrayList<>();

    Keys(TableDraft table, StatementContext context) {
        this.table = table;
        this.context = context;
    }

    /** Adds an index. An unnamed index gets its name once all indexes are known. */
    void add(IndexSpec index) {
        if (index.kind() == IndexKind.FULLTEXT || index.kind() == IndexKind.SPATIAL) {
            String first = index.parts().get(0).column();
            String name = index.name() == null ? freeName(first == null ? "functional_index" : first) : index.name();
            table.otherIndexes.put(name, index.kind().name());
            return;
        }
        boolean primary = index.kind() == IndexKind.PRIMARY;
        DraftIndex draft = new DraftIndex(
                primary ? DraftIndex.PRIMARY : index.name(),
                primary || index.kind() == IndexKind.UNIQUE,
                index.parts(),
                null,
                false);
        table.indexes.add(draft);
        if (draft.name() == null) {
            unnamed.add(draft);
        }
    }

    /** Adds an index that is declared with its column. */
    void add(IndexKind kind, String column) {
        add(new IndexSpec(kind, null, List.of(new KeyPartSpec(column, 0, false, null))));
    }

    /** Adds a foreign key, with the index that it needs unless another index serves it. */
    void add(ForeignKeySpec key) {
        table.foreignKeys.add(new ForeignKeyDefinition(
                key.constraint() == null ? nextName("_ibfk_", foreignKeyNames()) : key.constraint(),
                key.columns().stream()
                        .map(name -> table.requireColumn(name).name())
                        .toList(),
                key.referenced(),
                key.referencedColumns(),
                key.onUpdate(),
                key.onDelete()));
        String name = key.constraint() != null ? key.constraint() : key.index();
        DraftIndex index = new DraftIndex(
                name,
                false,
                key.columns().stream()
                        .map(column -> new KeyPartSpec(column, 0, false, null))
                        .toList(),
                null,
                true);
        table.indexes.add(index);
        if (name == null) {
            unnamed.add(index);
        }
    }

    private List<String> foreignKeyNames() {
        return table.foreignKeys.stream().map(ForeignKeyDefinition::name).toList();
    }

    /** Adds a check, if the server stores checks. */
    void add(CheckSpec check) {
        if (context.hasChecks()) {
            String name = check.name() == null ? nextCheckName() : check.name();
            table.checks.add(new CheckDefinition(name, check.condition().text(), check.enforced()));
        }
    }

    private String nextCheckName() {
        List<String> names = table.checks.stream().map(CheckDefinition::name).toList();
        if (!context.hasColumnChecks()) {
            return nextName("_chk_", names);
        }
        int number = 1;
        while (names.contains("CONSTRAINT_" + number)) {
            number++;
        }
        return "CONSTRAINT_" + number;
    }

    /** Returns a generated name, with a number one higher than the highest in the table. */
    private String nextName(String infix, List<String> names) {
        String start = table.id.name() + infix;
        long highest = 0;
        for (String name : names) {
            if (name.toLowerCase(Locale.ROOT).startsWith(start.toLowerCase(Locale.ROOT))
                    && name.substring(start.length()).matches("\\d{1,9}")) {
                highest = Math.max(highest, Long.parseLong(name.substring(start.length())));
            }
        }
        return start + (highest + 1);
    }

    /**
     * Names the indexes, makes the primary key's columns NOT NULL, and drops implicit indexes that another index makes
     * redundant. Called when all parts are known.
     */
    void complete() {
        table.indexes.removeIf(index -> index.supporting() && isServed(index));
        for (DraftIndex index : unnamed) {
            int position = table.indexes.indexOf(index);
            if (position >= 0) {
                String first = index.parts().get(0).column();
                table.indexes.set(
                        position,
                        index.named(freeName(
                                first == null
                                        ? "functional_index"
                                        : table.requireColumn(first).name())));
            }
        }
        table.indexes.replaceAll(this::withPlainParts);
        if (context.hashesLongKeys()) {
            table.indexes.stream().filter(DraftIndex::unique).forEach(this::requireShort);
        }
        table.indexes.stream()
                .filter(DraftIndex::isPrimary)
                .flatMap(index -> index.parts().stream())
                .map(KeyPartSpec::column)
                .forEach(this::makeNotNull);
    }

    /** Requires a unique key that is no hash, whose hidden column is in the row events. */
    private void requireShort(DraftIndex index) {
        long bytes = 0;
        for (KeyPartSpec part : index.parts()) {
            ColumnDefinition column =
                    table.requireColumn(String.valueOf(part.column())).definition();
            IndexPrefix prefix = ColumnType.of(column).indexPrefix();
            if (prefix == IndexPrefix.REQUIRED && part.length() == 0) {
                bytes += LONGEST_PART + 1;
            } else if (prefix == IndexPrefix.OPTIONAL) {
                long length = part.length() == 0 ? column.length() : part.length();
                bytes += length
                        * (column.characterSet() == null ? 1 : Collations.longestCharacter(column.characterSet()));
            }
        }
        if (bytes > LONGEST_PART) {
            throw new UnknownDefinitionException("its unique key " + index.name() + " is a hash");
        }
    }

    private boolean isServed(DraftIndex index) {
        List<String> columns = index.parts().stream()
                .map(part -> String.valueOf(part.column()))
                .toList();
        int own = table.indexes.indexOf(index);
        for (int i = 0; i < table.indexes.size(); i++) {
            DraftIndex other = table.indexes.get(i);
            // Of two indexes that serve each other, the last stays.
            boolean preferred = !other.supporting() || i > own || other.parts().size() > columns.size();
            if (i != own && preferred && other.startsWith(columns)) {
                return true;
            }
        }
        return false;
    }

    private void makeNotNull(@Nullable String name) {
        if (name != null) {
            DraftColumn column = table.requireColumn(name);
            table.replace(column, column.withNullable(false));
        }
    }

    private String freeName(String wanted) {
        Predicate<String> free = name -> !table.hasIndex(name) && !name.equalsIgnoreCase(DraftIndex.PRIMARY);
        if (free.test(wanted)) {
            return wanted;
        }
        int number = 2;
        while (!free.test(wanted + "_" + number)) {
            number++;
        }
        return wanted + "_" + number;
    }

    /** Removes prefix lengths that cover the whole column or that the type does not support. */
    private DraftIndex withPlainParts(DraftIndex index) {
        List<KeyPartSpec> parts = new ArrayList<>();
        for (KeyPartSpec part : index.parts()) {
            String name = part.column();
            if (name == null) {
                parts.add(part);
                continue;
            }
            ColumnDefinition column = table.requireColumn(name).definition();
            parts.add(new KeyPartSpec(column.name(), length(index, column, part.length()), part.descending(), null));
        }
        return index.withParts(parts);
    }

    private static int length(DraftIndex index, ColumnDefinition column, int wanted) {
        return switch (ColumnType.of(column).indexPrefix()) {
            case NONE -> 0;
            case OPTIONAL -> wanted >= column.length() ? 0 : cut(index, column, wanted);
            case REQUIRED -> wanted == 0 ? 0 : cut(index, column, wanted);
            case FIXED -> wanted;
        };
    }

    private static int cut(DraftIndex index, ColumnDefinition column, int wanted) {
        int bytes = column.characterSet() == null ? 1 : Collations.longestCharacter(column.characterSet());
        long whole = wanted == 0 ? column.length() : wanted;
        return !index.unique() && whole * bytes > LONGEST_PART ? LONGEST_PART / bytes : wanted;
    }

    /** Returns whether a condition refers only to this column; MySQL drops such a check with its column. */
    static boolean isOnlyAbout(CheckDefinition check, String column) {
        Matcher names = BACKTICKED.matcher(check.clause());
        boolean found = false;
        while (names.find()) {
            if (!names.group(1).replace("``", "`").equalsIgnoreCase(column)) {
                return false;
            }
            found = true;
        }
        return found;
    }
}
