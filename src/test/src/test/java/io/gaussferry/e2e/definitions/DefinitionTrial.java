package io.gaussferry.e2e.definitions;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlanner;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.e2e.SourceSql;
import io.gaussferry.e2e.definitions.RandomHistory.RefusedBySourceException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A database on the source, the same on the target, and statements that change both. */
final class DefinitionTrial implements AutoCloseable {

    /** The execution time of statements in {@link CorpusRun}, seconds. */
    private static final String MOMENT = "1795350896.789012";

    private final Trial trial;
    private final ServerAddress sourceAddress;
    private final ServerAddress targetAddress;
    private Connection source;
    private final Connection target;
    private final TargetProfile profile;
    private final TargetCatalog fresh;
    private final SourceSettings settings;
    private final CorpusSource corpusSource;

    private DefinitionTrial(Trial trial, ServerAddress sourceAddress, ServerAddress targetAddress) throws SQLException {
        this.trial = trial;
        this.sourceAddress = sourceAddress;
        this.targetAddress = targetAddress;
        this.source = sourceAddress.open();
        this.corpusSource = CorpusSource.of(source);
        this.target = targetAddress.open();
        target.setAutoCommit(false);
        TargetDialect dialect = TargetProducts.detect(target);
        this.profile = dialect.profile();
        this.fresh = new TargetCatalog(target, profile);
        for (String statement : dialect.sessionStatements()) {
            execute(target, statement);
        }
        target.commit();
        this.settings = new SourceSettings(
                sourceAddress.url(),
                sourceAddress.user(),
                sourceAddress.password(),
                List.of(trial.database()),
                1,
                1_000_000,
                1_000_000,
                SourceTimeouts.DEFAULT);
    }

    static DefinitionTrial of(Sandbox servers) throws Exception {
        return of(servers.source(), servers.target());
    }

    static DefinitionTrial of(ServerAddress source, ServerAddress target) throws Exception {
        return new DefinitionTrial(
                Trial.choose(source, target, "gf_definitions", "gf_definitions", System.out), source, target);
    }

    String database() {
        return trial.database();
    }

    private DefinitionPlanner planner() {
        return CorpusRun.planner(profile);
    }

    /** Plans a statement of the session that the case describes. */
    DefinitionPlan plan(StatementCase one, String statement, KnownDefinitions known) {
        return planner().plan(CorpusRun.context(corpusSource, one, database(), SourceSql.of(statement)), known);
    }

    private String fresh() {
        return database() + "_fresh";
    }

    /** Empties both sides, and prepares the source's session. */
    void begin(String session) throws SQLException {
        target.rollback();
        source.close();
        source = sourceAddress.open();
        try (Statement statement = source.createStatement();
                ResultSet strict = statement.executeQuery("SHOW VARIABLES LIKE 'restrict_fk_on_non_standard_key'")) {
            if (strict.next()) {
                // MySQL 8.4 and later: some keys of the corpus have a parent column without a unique key
                execute(source, "SET SESSION restrict_fk_on_non_standard_key = OFF");
            }
        }
        execute(
                source,
                "SET SESSION sql_mode = DEFAULT, timestamp = " + MOMENT + ", time_zone = '" + CorpusRun.zone(session)
                        + "'");
        execute(source, "DROP DATABASE IF EXISTS " + Identifiers.quoteSource(database()));
        execute(
                source,
                "CREATE DATABASE " + Identifiers.quoteSource(database()) + " CHARACTER SET utf8mb4 COLLATE "
                        + corpusSource.collation());
        execute(source, "USE " + Identifiers.quoteSource(database()));
        for (String schema : List.of(database(), fresh())) {
            execute(target, "DROP SCHEMA IF EXISTS " + Identifiers.quoteTarget(schema) + " CASCADE");
            execute(target, "CREATE SCHEMA " + Identifiers.quoteTarget(schema));
        }
        target.commit();
        List<String> modes =
                new ArrayList<>(session.contains("NOT STRICT") ? List.of() : List.of("STRICT_TRANS_TABLES"));
        for (String mode : List.of("ANSI_QUOTES", "NO_BACKSLASH_ESCAPES")) {
            if (session.contains(mode)) {
                modes.add(mode);
            }
        }
        execute(
                source,
                "SET SESSION sql_mode = '" + String.join(",", modes) + "', foreign_key_checks = "
                        + (session.contains("foreign_key_checks = 0") ? 0 : 1) + ", explicit_defaults_for_timestamp = "
                        + (session.contains("implicit timestamps") ? 0 : 1));
    }

    void onSource(String statement) throws SQLException {
        execute(source, SourceSql.of(statement));
    }

    void onTarget(String statement) throws SQLException {
        execute(target, statement);
        target.commit();
    }

    /** @throws RefusedBySourceException if the source rejects it */
    void executeOnSource(String statement) throws RefusedBySourceException {
        try {
            onSource(statement);
        } catch (SQLException e) {
            throw new RefusedBySourceException(e);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new SQLException(sql + ": " + e.getMessage(), e.getSQLState(), e);
        }
    }

    /** Reads the current definitions. */
    KnownDefinitions definitions() throws SQLException {
        KnownDefinitions known = new KnownDefinitions(Map.of(database(), corpusSource.collation()));
        try (Connection plain = sourceAddress.open()) {
            // rows are loaded by SQL only, which puts each into its partition
            new MySqlSchemaReader(plain, settings)
                    .read()
                    .definitions()
                    .forEach(table -> known.put(table.withPlacement(true)));
        }
        return known;
    }

    /** Copies all tables with their rows. */
    void copy(Collection<TableDefinition> tables) throws SQLException {
        fresh.create(tables, database());
        String zone = timeZone();
        execute(source, "SET SESSION time_zone = '+00:00'");
        for (TableDefinition table : tables) {
            RowTransfer.copy(source, target, table);
        }
        execute(source, "SET SESSION time_zone = '" + zone + "'");
        fresh.createForeignKeys(tables, false);
        target.commit();
    }

    private String timeZone() throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@SESSION.time_zone")) {
            row.next();
            return row.getString(1);
        }
    }

    /** Executes a plan's steps in one transaction; returns the reason if a condition is not met. */
    Optional<String> follow(Follow plan) throws SQLException {
        try {
            for (TargetStep step : plan.steps()) {
                for (Guard guard : step.guards()) {
                    if (finds(guard.query())) {
                        target.rollback();
                        return Optional.of(guard.otherwise() + ": " + guard.reason());
                    }
                }
                String unless = step.unless();
                if (unless == null || !finds(unless)) {
                    execute(step);
                }
            }
            target.commit();
            return Optional.empty();
        } catch (SQLException e) {
            target.rollback();
            throw e;
        }
    }

    private void execute(TargetStep step) throws SQLException {
        TargetStep.Naming naming = step.naming();
        if (naming == null) {
            execute(target, step.sql());
            return;
        }
        List<String> names = new ArrayList<>();
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(naming.query())) {
            int columns = row.next() ? row.getMetaData().getColumnCount() : 0;
            for (int i = 1; i <= columns; i++) {
                names.add(row.getString(i));
            }
        }
        if (!names.isEmpty()) {
            execute(target, naming.statement().apply(names));
        }
    }

    private boolean finds(String query) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next();
        } catch (SQLException e) {
            throw new SQLException(query + ": " + e.getMessage(), e.getSQLState(), e);
        }
    }

    ComparisonResult compareContent() throws SQLException {
        return new ContentComparison(sourceAddress, targetAddress, 10).compare(database());
    }

    /** Returns the target's catalogs, and their expected content after a copy. */
    Map<String, List<String>> catalogs(Collection<TableDefinition> tables) throws SQLException {
        Map<String, List<String>> catalogs = new TreeMap<>();
        catalogs.put("followed", TargetCatalog.read(target, database()));
        catalogs.put("fresh", fresh.afterCopy(tables, fresh(), false));
        target.rollback();
        return catalogs;
    }

    @Override
    public void close() throws Exception {
        execute(target, "DROP SCHEMA IF EXISTS " + Identifiers.quoteTarget(fresh()) + " CASCADE");
        target.commit();
        source.close();
        target.close();
        trial.close();
    }
}
