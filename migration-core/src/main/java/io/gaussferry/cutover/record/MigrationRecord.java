package io.gaussferry.cutover.record;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.Redaction;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of a migration from both servers: their identity, its progress, skipped transactions, and the course of its cutover. Read in
 * one transaction of the target.
 *
 * @param source the identity of the source, by name
 * @param target the identity of the target, by name
 * @param executed the source's transactions that the target has
 * @param transactions the number of transactions that were committed since the copy
 * @param skipped transactions that an operator chose to skip, each with the reason
 * @param definitions the number of tables with a definition on the target, and a description of each known definition change
 * @param state of the cutover
 * @param steps the outcomes of its steps
 * @param forecast of the time for which writers were to be refused, by step; empty if there is none
 * @param objects the objects that it has created
 * @param chunks the ranges that were compared while both sides refused writes
 * @param facts the other facts of that moment, by name
 * @param reverseReplication the evidence of reverse replication
 */
public record MigrationRecord(
        Map<String, String> source,
        Map<String, String> target,
        String executed,
        long transactions,
        List<String> skipped,
        List<String> definitions,
        CutoverState state,
        List<CutoverStatus.Step> steps,
        List<Downtime.Part> forecast,
        List<CutoverStatus.CreatedObject> objects,
        List<Evidence.Chunk> chunks,
        Map<String, List<String>> facts,
        ReturnEvidence reverseReplication) {

    /**
     * Reads the record. If the source does not respond, its identity is the one that the target has stored.
     *
     * @throws GaussferryException if the target has no state of the pipeline, or does not respond
     */
    public static MigrationRecord read(PipelineSettings settings) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            ProgressStore progress = new ProgressStore(settings.name());
            Found found = progress.find(target)
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.NO_PROGRESS,
                            "Pipeline \"" + settings.name() + "\" has no progress on the target.",
                            "check gaussferry.pipeline and gaussferry.target.url; or wait until the initial copy is complete",
                            null));
            CutoverState state = new CutoverStore(settings.name()).read(target);
            Cutover cutover = state.attempt();
            String id = cutover == null ? "" : cutover.id();
            MigrationRecord read = new MigrationRecord(
                    source(settings, found.source().serverUuid()),
                    target(settings, target),
                    found.progress().executed(),
                    progress.count(target).transactions(),
                    lines(
                            target,
                            "skipped_transaction",
                            "SELECT gtid, reason, skipped_at FROM gaussferry.skipped_transaction WHERE pipeline = ? ORDER BY skipped_at",
                            settings.name()),
                    definitions(target, settings.name()),
                    state,
                    cutover == null ? List.of() : CutoverStatus.steps(target, settings.name(), id),
                    new ForecastStore(settings.name()).read(target, id),
                    cutover == null ? List.of() : CutoverStatus.objects(target, settings.name(), id),
                    new Evidence(settings.name()).chunks(target, id),
                    new Evidence(settings.name()).facts(target, id),
                    // read last, because it ends the transaction
                    ReturnEvidence.read(
                            target,
                            ReverseSettings.of(
                                    settings,
                                    settings.source(),
                                    () -> found.source().serverUuid()),
                            sessions.dialect()));
            target.rollback();
            return read;
        } catch (SQLException e) {
            throw Attempt.failure(
                    "read the migration's record from the target", "check that the target is reachable", e);
        }
    }

    private static Map<String, String> source(PipelineSettings settings, String uuid) {
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("serverUuid", uuid);
        identity.put("url", Redaction.of(settings.source().url()));
        try (Connection source = SourceConnections.open(settings.source()).connection()) {
            SourceDialect dialect = SourceDialect.of(source);
            identity.put("version", text(source, "SELECT VERSION()"));
            identity.put("answeredAs", text(source, dialect.identityQuery()));
            identity.put("gtidExecuted", dialect.counted(source).toString());
            // MariaDB has read_only only
            identity.put(
                    "superReadOnly",
                    text(source, dialect.either("SELECT @@GLOBAL.super_read_only", "SELECT @@GLOBAL.read_only")));
        } catch (SQLException e) {
            identity.put("notAnswering", RowValueMarks.message(e));
        }
        return identity;
    }

    private static String text(Connection source, String query) throws SQLException {
        return Sql.first(source, row -> row.getString(1), query).orElseThrow();
    }

    private static Map<String, String> target(PipelineSettings settings, Connection target) throws SQLException {
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("url", Redaction.of(settings.target().url()));
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT version(), current_database()")) {
            row.next();
            identity.put("version", row.getString(1));
            identity.put("database", row.getString(2));
        }
        return identity;
    }

    private static List<String> definitions(Connection target, String pipeline) throws SQLException {
        return lines(
                target,
                "table_history",
                "SELECT concat(schema_name, '.', table_name), concat('defined as after ', valid_from)"
                        + " FROM gaussferry.table_history WHERE pipeline = ? ORDER BY 1",
                pipeline);
    }

    private static List<String> lines(Connection target, String table, String query, String pipeline)
            throws SQLException {
        List<String> lines = new ArrayList<>();
        if (!TargetState.hasTable(target, table)) {
            return lines;
        }
        try (PreparedStatement select = target.prepareStatement(query)) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                int columns = row.getMetaData().getColumnCount();
                while (row.next()) {
                    StringBuilder line = new StringBuilder();
                    for (int column = 1; column <= columns; column++) {
                        @Nullable String value = row.getString(column);
                        line.append(column == 1 ? "" : ": ").append(value);
                    }
                    lines.add(line.toString());
                }
            }
        }
        return lines;
    }
}
