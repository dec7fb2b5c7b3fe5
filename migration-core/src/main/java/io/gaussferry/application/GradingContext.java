package io.gaussferry.application;

import io.gaussferry.application.collect.Workload;
import io.gaussferry.application.rule.ApplicationCatalog;
import io.gaussferry.application.rule.BehaviourRules;
import io.gaussferry.application.rule.SelectedView;
import io.gaussferry.application.rule.SessionModes;
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
import java.util.Locale;
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
    private final Map<TableId, SelectedView> selectedViews;
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
        int version = ServerVersion.of(source).number();
        this.selectedViews = SelectedView.of(objects, version);
        ObjectTranslator translator =
                new ObjectTranslator(names, dialect, query -> List.of(), version, SourceSession.ofApplications(source));
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

    /**
     * Reads the target's tables and collations.
     *
     * @param settings of the application's sessions
     */
    ApplicationCatalog catalog(Connection target, AccountSettings settings) throws SQLException {
        return new ApplicationCatalog(
                tables,
                collations(target),
                selectedViews,
                dialect.profile(),
                ignoresCase,
                isDolphin() ? settings.modes(target) : SessionModes.POSTGRESQL);
    }

    /**
     * Returns settings with which the target may read the statements more like the source, each for the whole of them; none without dolphin.
     * The defaults are not among them.
     */
    List<AccountSettings> proposals(Connection target) throws SQLException {
        if (!isDolphin()) {
            return List.of();
        }
        boolean hasUpperCase = !ignoresCase
                && tables.stream()
                        .map(table -> table.targetId().toString())
                        .anyMatch(name -> !name.equals(name.toLowerCase(Locale.ROOT)));
        List<AccountSettings> accepted = new ArrayList<>();
        for (AccountSettings settings : AccountSettings.proposals(workload.modes(), hasUpperCase, target)) {
            if (!settings.equals(AccountSettings.DEFAULTS) && settings.isAccepted(target)) {
                accepted.add(settings);
            }
        }
        return accepted;
    }

    BehaviourRules rules(ApplicationCatalog catalog) {
        return new BehaviourRules(catalog, workload.modes());
    }

    /** Gives the target's transaction the views and functions, which statements may name and the cutover creates only later. */
    void createViews(Connection target) throws SQLException {
        CreatingSession.prepare(target, isDolphin());
        new TargetObjects(target, false).create(views);
    }

    /** Gives the target's transaction the settings of the application's sessions. */
    StatementGrader grader(Connection target, ApplicationCatalog catalog, AccountSettings settings)
            throws SQLException {
        return new StatementGrader(
                workload.modes(),
                names,
                new StatementTranslator(names, dialect.profile()),
                catalog,
                rules(catalog),
                new PreparedTrial(target, isDolphin(), settings),
                !catalog.session().quotesNames());
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
