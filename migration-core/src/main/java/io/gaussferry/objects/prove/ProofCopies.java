package io.gaussferry.objects.prove;

import io.gaussferry.convert.Conversion;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.ObjectTranslator;
import io.gaussferry.objects.translate.Translation;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.opengauss.definition.TrialTables;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
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

    private final Connection source;
    private final Connection target;
    private final boolean dolphin;
    private final Conversion conversion;
    private final Translator translator;
    private final ProofDatabases databases;
    private final SourceObjects sourceObjects;
    private final RowCopier copier;

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
        this.source = source;
        this.target = target;
        this.dolphin = dolphin;
        this.conversion = conversion;
        this.translator = translator;
        this.databases = new ProofDatabases(source, target, pipeline, isReplicated);
        this.sourceObjects = new SourceObjects(source, databases.copy(), serverVersion);
        this.copier = new RowCopier(source, target);
    }

    Connection source() {
        return source;
    }

    Connection target() {
        return target;
    }

    /** Returns the name of the database with the copies. */
    String name() {
        return databases.copy();
    }

    /** Returns the name of an object or table in the copy. */
    TableId copied(TableId name) {
        return new TableId(databases.copy(), name.name());
    }

    /** Returns the tables of the copy. */
    List<TableDefinition> tables(Collection<TableDefinition> originals) {
        return RelocatedTables.in(databases.copy(), originals);
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
        databases.own();
        drop();
        databases.createRows();
        List<TableDefinition> tables = RelocatedTables.in(databases.rows(), originals);
        Map<TableId, String> unused = TrialTables.create(target, tables, conversion);
        Iterator<TableDefinition> remaining = tables.iterator();
        Map<TableId, TableDefinition> byOriginal = new HashMap<>();
        for (TableDefinition original : originals) {
            TableDefinition table = remaining.next();
            createLike(original, table);
            copier.copyLowest(original, table, mostRows);
            byOriginal.put(original.id(), table);
        }
        copier.copyReferenced(originals, byOriginal);
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
        target.setAutoCommit(false);
        databases.recreateCopy(objects.iterator().next().name().schema());
        List<TableDefinition> tables = tables(originals);
        Map<TableId, String> unused = TrialTables.create(target, tables, conversion);
        List<TableDefinition> filled = RelocatedTables.in(databases.rows(), originals);
        for (int i = 0; i < tables.size(); i++) {
            createLike(filled.get(i), tables.get(i));
            copier.copyAll(filled.get(i), tables.get(i));
        }
        List<SourceObject> copies = objects.stream().map(sourceObjects::copied).toList();
        sourceObjects.create(objects);
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
                                .allMatch(name -> name.schema().equals(databases.copy()))
                        && object.routines().stream()
                                .allMatch(name -> name.schema().equals(databases.copy())));
    }

    private void createLike(TableDefinition from, TableDefinition to) throws SQLException {
        Sql.execute(
                source,
                "CREATE TABLE " + Identifiers.quoteSource(to.id()) + " LIKE " + Identifiers.quoteSource(from.id()));
    }

    /** Drops the databases, unless they are not those of a proof. */
    void drop() throws SQLException {
        target.setAutoCommit(false);
        target.rollback();
        if (databases.isOwned()) {
            databases.drop();
            target.commit();
        }
    }
}
