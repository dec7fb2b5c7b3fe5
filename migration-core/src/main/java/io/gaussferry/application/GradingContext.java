package io.gaussferry.application;

import io.gaussferry.application.collect.Workload;
import io.gaussferry.application.rule.ApplicationCatalog;
import io.gaussferry.application.rule.BehaviourRules;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.objects.prove.CreatingSession;
import io.gaussferry.objects.prove.SourceSession;
import io.gaussferry.objects.prove.TargetObjects;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.SourceObjectReader;
import io.gaussferry.objects.translate.KnownNames;
import io.gaussferry.objects.translate.ObjectTranslator;
import io.gaussferry.objects.translate.StatementTranslator;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.opengauss.definition.TrialTables;
import io.gaussferry.schema.PartitionPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The knowledge of both servers that grading needs: tables, views and functions, and the statements. */
final class GradingContext {

    private static final String COLUMNS = "SELECT n.nspname, c.relname, a.attname, COALESCE(co.collname, '')"
            + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation"
            + " WHERE n.nspname = ? AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')";

    private final TargetDialect dialect;
    private final List<TableDefinition> tables;
    private final boolean ignoresCase;
    private final KnownNames names;
    private final Workload workload;
    /** The views and functions that the target can have. */
    private final List<Translated> views = new ArrayList<>();

    private final Set<TableId> untranslatedViews = new HashSet<>();

    /** Reads the source and the statements. */
    GradingContext(Connection source, SourceSettings settings, TargetDialect dialect, StatementInputs inputs)
            throws SQLException {
        this.dialect = dialect;
        TableCatalog catalog = new MySqlSchemaReader(source, settings).read();
        this.tables = List.copyOf(catalog.definitions());
        this.ignoresCase = catalog.ignoresNameCase();
        SourceObjectReader reader = new SourceObjectReader(source, settings);
        List<SourceObject> objects = reader.read();
        this.names = new KnownNames(tables, objects, settings.renames(), ignoresCase, reader.loadableFunctions());
        this.workload = inputs.read(
                source, settings, tables.stream().map(TableDefinition::id).toList());
        ObjectTranslator translator = new ObjectTranslator(
                names,
                dialect,
                query -> List.of(),
                ServerVersion.of(source).number(),
                SourceSession.ofApplications(source));
        for (SourceObject object : objects) {
            boolean isNamed = object.kind() == ObjectKind.VIEW || object.kind() == ObjectKind.FUNCTION;
            if (isNamed && translator.translate(object) instanceof Translated translation) {
                views.add(translation);
            } else if (object.kind() == ObjectKind.VIEW) {
                untranslatedViews.add(object.name());
            }
        }
    }

    boolean isDolphin() {
        return TargetTypes.isDolphin(dialect.profile());
    }

    Workload workload() {
        return workload;
    }

    ShadowAdmission admission() {
        return new ShadowAdmission(names, views, untranslatedViews);
    }

    /** Creates the tables that the target does not have yet: before the copy, statements are prepared on empty tables. */
    void createMissingTables(Connection target, RuleBook rules, PartitionPolicy partitions) throws SQLException {
        Map<TableId, String> unused = TrialTables.create(
                target,
                tables,
                new Conversion(dialect.profile(), rules, new RuleUsage(), partitions.of(dialect.partitionKinds())));
    }

    /** Reads the target's tables and collations. */
    ApplicationCatalog catalog(Connection target) throws SQLException {
        return new ApplicationCatalog(
                tables, collations(target), dialect.profile(), ignoresCase, !isDolphin() || padsChar(target));
    }

    /** Returns whether sessions of the account see the blanks of CHAR columns by default. */
    private static boolean padsChar(Connection target) throws SQLException {
        return Sql.first(
                        target,
                        row -> row.getString(1),
                        "SELECT reset_val FROM pg_catalog.pg_settings WHERE name = 'dolphin.sql_mode'")
                .orElse("pad_char_to_full_length")
                .contains("pad_char_to_full_length");
    }

    BehaviourRules rules(ApplicationCatalog catalog) {
        return new BehaviourRules(catalog, workload.modes());
    }

    /**
     * Prepares the target's transaction: it has the views and functions, which statements may name and the cutover creates only later, and the
     * settings of a session of the application.
     */
    StatementGrader grader(Connection target, ApplicationCatalog catalog) throws SQLException {
        CreatingSession.prepare(target, isDolphin());
        new TargetObjects(target, false).create(views);
        return new StatementGrader(
                workload.modes(),
                names,
                new StatementTranslator(names, dialect.profile()),
                catalog,
                rules(catalog),
                new PreparedTrial(target, isDolphin()));
    }

    private Map<TableId, Map<String, String>> collations(Connection target) throws SQLException {
        Map<TableId, Map<String, String>> collations = new HashMap<>();
        for (String schema : tables.stream()
                .map(table -> table.targetId().schema())
                .distinct()
                .toList()) {
            Sql.each(
                    target,
                    row -> collations
                            .computeIfAbsent(new TableId(row.getString(1), row.getString(2)), unused -> new HashMap<>())
                            .put(row.getString(3), row.getString(4)),
                    COLUMNS,
                    schema);
        }
        return collations;
    }
}
