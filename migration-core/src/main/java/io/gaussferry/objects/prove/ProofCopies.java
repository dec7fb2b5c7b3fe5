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
     * Creates the databases, and reads the rows of the tables.
     *
     * @param compared the literals that the objects compare with columns
     * @return the generated rows for the report; null if both sides differ
     */
    @Nullable
    String open(Collection<TableDefinition> originals, Map<String, Set<String>> compared) throws SQLException {
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
            copyRows(original, table);
        }
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

    /** Recreates the copy: the tables with their rows, and the objects. */
    List<Translated> fill(List<TableDefinition> originals, Collection<SourceObject> objects) throws SQLException {
        Sql.execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(copy));
        Sql.execute(source, "CREATE DATABASE " + Identifiers.quoteSource(copy) + collation(objects));
        target.setAutoCommit(false);
        Sql.execute(target, "DROP SCHEMA IF EXISTS " + quoted(copy) + " CASCADE");
        Sql.execute(target, "CREATE SCHEMA " + quoted(copy));
        List<TableDefinition> tables = in(copy, originals);
        Map<TableId, String> unused = TrialTables.create(target, tables, conversion);
        ProofNumbers numbers = new ProofNumbers(source, target, dolphin);
        List<TableDefinition> filled = in(rows, originals);
        for (int i = 0; i < tables.size(); i++) {
            copyRows(filled.get(i), tables.get(i));
            numbers.add(tables.get(i));
        }
        List<SourceObject> copies = objects.stream().map(this::copied).toList();
        createOnSource(objects);
        numbers.align();
        CreatingSession.prepare(target, dolphin);
        ObjectTranslator of = translator.of(tables, copies);
        List<Translated> translated = new ArrayList<>();
        for (SourceObject object : copies) {
            Translation translation = of.translate(object);
            if (translation instanceof Translated one) {
                translated.add(one);
            }
        }
        TargetObjects created = new TargetObjects(target, true);
        created.create(translated);
        target.commit();
        return created.created();
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

    private void copyRows(TableDefinition from, TableDefinition to) throws SQLException {
        Sql.execute(
                source,
                "CREATE TABLE " + Identifiers.quoteSource(to.id()) + " LIKE " + Identifiers.quoteSource(from.id()));
        String columns = from.columns().stream()
                .filter(column -> from.extras().column(column.name()).generation() == null)
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        Sql.execute(
                source,
                "INSERT INTO " + Identifiers.quoteSource(to.id()) + " (" + columns + ") SELECT " + columns + " FROM "
                        + Identifiers.quoteSource(from.id()));
        String all = from.columns().stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        Sql.execute(
                target,
                "INSERT INTO " + Identifiers.quoteTarget(to.targetId()) + " (" + all + ") SELECT " + all + " FROM "
                        + Identifiers.quoteTarget(from.targetId()));
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
