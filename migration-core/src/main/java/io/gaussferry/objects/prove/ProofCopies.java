package io.gaussferry.objects.prove;

import io.gaussferry.convert.Conversion;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.MovableSql;
import io.gaussferry.objects.translate.ObjectTranslator;
import io.gaussferry.objects.translate.Translation;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.opengauss.definition.TrialTables;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two databases on both sides: one with copies of tables and objects, in which a procedure may commit, and one with their rows, which fill
 * the copies before each call. {@link #drop} removes all of them.
 */
public final class ProofCopies {

    /** The table that marks the databases as those of proofs; others of these names are not dropped. */
    private static final String MARK = "gf_copies";

    /** Both servers have names of 63 bytes at least, and the second database has a longer one. */
    private static final int LONGEST_NAME = 58;

    private static final int KEPT = 49;

    /** How often rows are added to which others refer: a row of the copy may lack the parents of its grandparents. */
    private static final int REFERENCED = 2;

    private final Connection source;
    private final Connection target;
    private final boolean dolphin;
    private final Conversion conversion;
    private final Translator translator;
    private final int serverVersion;
    private final Predicate<String> isReplicated;
    private final String copy;
    private final String rows;

    /** Whether the databases of these names were created by proofs, if they exist. */
    private boolean isOwned;

    /** Creates the translator of copied objects. */
    public interface Translator {
        /** Returns a translator for tables and objects of the copy. */
        ObjectTranslator of(Collection<TableDefinition> tables, Collection<SourceObject> objects);
    }

    /**
     * @param source a session of its own, with autocommit, that may write
     * @param target a session of its own, without autocommit
     * @param conversion of the tables
     * @param serverVersion of the source, such as 80033
     * @param isReplicated whether the settings include a database
     */
    public ProofCopies(
            Connection source,
            Connection target,
            String pipeline,
            boolean dolphin,
            Conversion conversion,
            Translator translator,
            int serverVersion,
            Predicate<String> isReplicated) {
        this.isReplicated = isReplicated;
        this.source = source;
        this.target = target;
        this.dolphin = dolphin;
        this.conversion = conversion;
        this.translator = translator;
        this.serverVersion = serverVersion;
        String name = ("gaussferry_proof_" + pipeline.toLowerCase(Locale.ROOT)).replaceAll("[^a-z0-9_]", "_");
        this.copy = name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, KEPT) + "_" + Integer.toHexString(pipeline.hashCode());
        this.rows = copy + "_rows";
    }

    Connection source() {
        return source;
    }

    Connection target() {
        return target;
    }

    /** Returns the name of the database with the copies. */
    String name() {
        return copy;
    }

    /** Returns the name of an object or table in the copy. */
    TableId copied(TableId name) {
        return new TableId(copy, name.name());
    }

    /** Returns a table in a database of the proofs, with its foreign keys to other copied tables. Servers do not check them. */
    private static TableDefinition in(String database, TableDefinition table, Set<TableId> tables) {
        TableId name = new TableId(database, table.id().name());
        List<ForeignKeyDefinition> keys = table.extras().foreignKeys().stream()
                .filter(key -> tables.contains(key.referenced()))
                .map(key -> new ForeignKeyDefinition(
                        key.name(),
                        key.columns(),
                        new TableId(database, key.referenced().name()),
                        key.referencedColumns(),
                        key.onUpdate(),
                        key.onDelete()))
                .toList();
        return new TableDefinition(name, name, table.columns(), table.indexes(), table.extras()).withForeignKeys(keys);
    }

    private static List<TableDefinition> in(String database, Collection<TableDefinition> tables) {
        Set<TableId> names = tables.stream().map(TableDefinition::id).collect(Collectors.toSet());
        return tables.stream().map(table -> in(database, table, names)).toList();
    }

    /** Returns the tables of the copy. */
    List<TableDefinition> tables(Collection<TableDefinition> originals) {
        return in(copy, originals);
    }

    /**
     * Creates the databases, and reads the rows of the tables: those with the lowest keys, and those to which they refer.
     *
     * @param compared the literals that the objects compare with columns
     * @param mostRows of each table, apart from those to which others refer
     * @return the generated rows for the report; null if both sides differ
     */
    @Nullable
    String open(Collection<TableDefinition> originals, Map<String, Set<String>> compared, int mostRows)
            throws SQLException {
        requireUnused();
        isOwned = true;
        drop();
        Sql.execute(source, "CREATE DATABASE " + Identifiers.quoteSource(rows));
        Sql.execute(
                source, "CREATE TABLE " + Identifiers.quoteSource(new TableId(rows, MARK)) + " (id INT PRIMARY KEY)");
        Sql.execute(target, "CREATE SCHEMA " + quoted(rows));
        Sql.execute(target, "CREATE TABLE " + Identifiers.quoteTarget(new TableId(rows, MARK)) + " (id int)");
        List<TableDefinition> tables = in(rows, originals);
        Map<TableId, String> unused = TrialTables.create(target, tables, conversion);
        for (TableDefinition original : originals) {
            TableDefinition table = tables.get(List.copyOf(originals).indexOf(original));
            createLike(original, table);
            copyRows(original, table, lowest(original, mostRows, true), lowest(original, mostRows, false));
        }
        copyReferenced(originals);
        target.commit();
        CopiedRows compare = new CopiedRows(source, target, Set.of());
        if (compare.difference(tables) != null) {
            return null;
        }
        return generate(tables, compared, compare);
    }

    private String generate(List<TableDefinition> tables, Map<String, Set<String>> compared, CopiedRows compare)
            throws SQLException {
        GeneratedRows generated = new GeneratedRows(source, target, tables, compared, ProofRows.PRESENT);
        List<TableDefinition> empty =
                generated.chosen(tables.stream().map(TableDefinition::id).toList());
        Sql.execute(source, "START TRANSACTION");
        generated.insert(empty);
        if (empty.isEmpty() || compare.difference(tables) != null) {
            Sql.execute(source, "ROLLBACK");
            target.rollback();
            return "";
        }
        Sql.execute(source, "COMMIT");
        target.commit();
        return ", with generated rows in "
                + empty.stream().map(table -> table.id().name()).collect(Collectors.joining(", "));
    }

    /** Recreates the copy: the tables with their rows, and the objects. Returns those that the target accepts. */
    List<Translated> fill(List<TableDefinition> originals, Collection<SourceObject> objects) throws SQLException {
        List<Translated> translated = fillTables(originals, objects);
        ProofNumbers numbers = new ProofNumbers(source, target, dolphin);
        for (TableDefinition table : tables(originals)) {
            numbers.add(table);
        }
        numbers.align();
        TargetObjects created = new TargetObjects(target, true);
        created.create(translated);
        target.commit();
        return created.created();
    }

    /**
     * Recreates the copy: the tables with their rows, and the objects on the source only.
     *
     * @return those that can be translated
     */
    List<Translated> fillWithoutTargetObjects(List<TableDefinition> originals, Collection<SourceObject> objects)
            throws SQLException {
        List<Translated> translated = fillTables(originals, objects);
        target.commit();
        return translated;
    }

    private List<Translated> fillTables(List<TableDefinition> originals, Collection<SourceObject> objects)
            throws SQLException {
        Sql.execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(copy));
        Sql.execute(source, "CREATE DATABASE " + Identifiers.quoteSource(copy) + collation(objects));
        target.setAutoCommit(false);
        Sql.execute(target, "DROP SCHEMA IF EXISTS " + quoted(copy) + " CASCADE");
        Sql.execute(target, "CREATE SCHEMA " + quoted(copy));
        List<TableDefinition> tables = in(copy, originals);
        Map<TableId, String> unused = TrialTables.create(target, tables, conversion);
        List<TableDefinition> filled = in(rows, originals);
        for (int i = 0; i < tables.size(); i++) {
            createLike(filled.get(i), tables.get(i));
            copyRows(filled.get(i), tables.get(i), "", "");
        }
        List<SourceObject> copies = objects.stream().map(this::copied).toList();
        createOnSource(objects);
        CreatingSession.prepare(target, dolphin);
        ObjectTranslator of = translator.of(tables, copies);
        List<Translated> translated = new ArrayList<>();
        for (SourceObject object : copies) {
            Translation translation = of.translate(object);
            if (translation instanceof Translated one) {
                translated.add(one);
            }
        }
        return translated;
    }

    /** Returns why an object cannot be executed on copies; null if it can. */
    static @Nullable String obstacle(Translated object, UsedObjects.Reach reach) {
        String database = object.object().name().schema();
        for (Translated used : reach.objects()) {
            if (used.object().kind() == ObjectKind.VIEW) {
                return "it reads " + used.object().label() + ", whose definition names its database";
            }
            if (!used.object().name().schema().equals(database)) {
                return "it uses " + used.object().label();
            }
        }
        return reach.relations().stream()
                .filter(name -> !name.schema().equals(database))
                .findFirst()
                .map(name -> "it names table " + name)
                .orElse(null);
    }

    /** Returns whether objects of the copy name nothing outside of it. */
    boolean areWithin(Collection<Translated> objects) {
        return objects.stream()
                .allMatch(object -> object.relations().stream()
                                .allMatch(name -> name.schema().equals(copy))
                        && object.routines().stream()
                                .allMatch(name -> name.schema().equals(copy)));
    }

    private String collation(Collection<SourceObject> objects) throws SQLException {
        String database = objects.iterator().next().name().schema();
        return Sql.first(
                        source,
                        row -> " COLLATE " + row.getString(1),
                        "SELECT default_collation_name FROM information_schema.schemata WHERE schema_name = ?",
                        database)
                .orElse("");
    }

    private SourceObject copied(SourceObject object) {
        return new SourceObject(
                object.kind(),
                copied(object.name()),
                MovableSql.of(object, serverVersion).orElse(null),
                object.fingerprint(),
                object.settings(),
                object.table() == null ? null : copied(object.table()),
                object.order(),
                object.columns());
    }

    private void createOnSource(Collection<SourceObject> objects) throws SQLException {
        String modes = Sql.first(source, row -> row.getString(1), "SELECT @@SESSION.sql_mode")
                .orElse("");
        source.setCatalog(copy);
        List<SourceObject> ordered = new ArrayList<>(objects);
        ordered.sort(Comparator.comparing((SourceObject object) -> object.kind() == ObjectKind.TRIGGER)
                .thenComparing(SourceObject::order));
        for (SourceObject object : ordered) {
            Sql.execute(
                    source,
                    "SET SESSION sql_mode = "
                            + SourceSession.literal(object.settings().sqlMode()));
            if (!object.settings().connectionCollation().isEmpty()) {
                Sql.execute(
                        source,
                        "SET SESSION collation_connection = "
                                + object.settings().connectionCollation());
            }
            Sql.execute(source, MovableSql.of(object, serverVersion).orElseThrow());
        }
        Sql.execute(source, "SET SESSION sql_mode = " + SourceSession.literal(modes));
    }

    private void createLike(TableDefinition from, TableDefinition to) throws SQLException {
        Sql.execute(
                source,
                "CREATE TABLE " + Identifiers.quoteSource(to.id()) + " LIKE " + Identifiers.quoteSource(from.id()));
    }

    /** Inserts rows on both sides, which the conditions choose. */
    private void copyRows(TableDefinition from, TableDefinition to, String ofSource, String ofTarget)
            throws SQLException {
        String columns = from.columns().stream()
                .filter(column -> from.extras().column(column.name()).generation() == null)
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        // otherwise it would lock the rows that it reads
        Sql.execute(source, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        Sql.execute(
                source,
                "INSERT INTO " + Identifiers.quoteSource(to.id()) + " (" + columns + ") SELECT " + columns + " FROM "
                        + Identifiers.quoteSource(from.id()) + " AS original" + ofSource);
        String all = from.columns().stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        Sql.execute(
                target,
                "INSERT INTO " + Identifiers.quoteTarget(to.targetId()) + " (" + all + ") SELECT " + all + " FROM "
                        + Identifiers.quoteTarget(from.targetId()) + " AS original" + ofTarget);
    }

    /** Chooses the rows with the lowest keys. Where both sides sort keys otherwise, the copies differ. */
    private static String lowest(TableDefinition table, int mostRows, boolean ofSource) {
        String key = names(key(table), ofSource);
        return (key.isEmpty() ? "" : " ORDER BY " + key) + " LIMIT " + mostRows;
    }

    /** Adds the rows to which copied rows refer, and those to which these refer. */
    private void copyReferenced(Collection<TableDefinition> originals) throws SQLException {
        Map<TableId, TableDefinition> byName =
                originals.stream().collect(Collectors.toMap(TableDefinition::id, table -> table));
        for (int pass = 1; pass <= REFERENCED; pass++) {
            for (TableDefinition child : originals) {
                for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                    TableDefinition parent = byName.get(key.referenced());
                    if (parent != null && !key(parent).isEmpty()) {
                        copyRows(
                                parent,
                                in(rows, parent, Set.of()),
                                missing(child, key, parent, true),
                                missing(child, key, parent, false));
                    }
                }
            }
        }
    }

    /** Chooses the rows of a parent to which copied rows refer, and that are not copied yet. */
    private String missing(TableDefinition child, ForeignKeyDefinition key, TableDefinition parent, boolean ofSource) {
        String children = table(in(rows, child, Set.of()), ofSource);
        String parents = table(in(rows, parent, Set.of()), ofSource);
        String same = key(parent).stream()
                .map(column -> quoted(column, ofSource))
                .map(name -> "present." + name + " = original." + name)
                .collect(Collectors.joining(" AND "));
        return " WHERE (" + names(key.referencedColumns(), ofSource) + ") IN (SELECT " + names(key.columns(), ofSource)
                + " FROM " + children + ") AND NOT EXISTS (SELECT 1 FROM " + parents + " AS present WHERE " + same
                + ")";
    }

    /** Returns the columns that identify a row; none for a table without key. */
    private static List<String> key(TableDefinition table) {
        return table.rowKey().stream()
                .flatMap(index -> index.parts().stream())
                .map(part -> table.columns().get(part.column()).name())
                .toList();
    }

    private static String table(TableDefinition table, boolean ofSource) {
        return ofSource ? Identifiers.quoteSource(table.id()) : Identifiers.quoteTarget(table.targetId());
    }

    private static String names(List<String> columns, boolean ofSource) {
        return columns.stream().map(column -> quoted(column, ofSource)).collect(Collectors.joining(", "));
    }

    private static String quoted(String name, boolean ofSource) {
        return ofSource ? Identifiers.quoteSource(name) : Identifiers.quoteTarget(name);
    }

    /** Requires that the databases are those of an earlier proof, or do not exist. */
    private void requireUnused() throws SQLException {
        if (isReplicated.test(copy) || isReplicated.test(rows)) {
            throw new SQLException("source.schemas includes the database " + copy + " of the copies", "42P06");
        }
        Set<String> names = new LinkedHashSet<>(Sql.list(
                source,
                row -> row.getString(1),
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name IN (?, ?)",
                copy,
                rows));
        boolean isMarked = !Sql.list(
                        source,
                        row -> row.getString(1),
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
                        rows,
                        MARK)
                .isEmpty();
        Set<String> schemas = new LinkedHashSet<>(Sql.list(
                target,
                row -> row.getString(1),
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname IN (?, ?)",
                copy,
                rows));
        boolean isMarkedOnTarget = !Sql.list(
                        target,
                        row -> row.getString(1),
                        "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = ?",
                        rows,
                        MARK)
                .isEmpty();
        if (!names.isEmpty() && !isMarked || !schemas.isEmpty() && !isMarkedOnTarget) {
            throw new SQLException(
                    "database " + copy + " or " + rows + " exists, and no proof has created it", "42P06");
        }
    }

    /** Drops the databases, unless they are not those of a proof. */
    void drop() throws SQLException {
        target.setAutoCommit(false);
        target.rollback();
        if (!isOwned) {
            return;
        }
        for (String name : List.of(copy, rows)) {
            Sql.execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(name));
            Sql.execute(target, "DROP SCHEMA IF EXISTS " + quoted(name) + " CASCADE");
        }
        target.commit();
    }

    private static String quoted(String name) {
        return Identifiers.quoteTarget(name);
    }
}
