package io.gaussferry.application;

import io.gaussferry.application.AccountSettings.Choice;
import io.gaussferry.application.ShadowComparison.Definition;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.ApplicationCatalog;
import io.gaussferry.application.rule.BehaviourRule;
import io.gaussferry.application.rule.BehaviourRules;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.objects.prove.AlignedSnapshots;
import io.gaussferry.objects.prove.PinnedClock;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.verify.compare.ProgressWatch;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Executes the queries of an application on both sides, in snapshots at one position of replication, and compares their results. Where
 * allowed, it also executes writes on the target, rolls each back, and compares the numbers of rows. Snapshots are held for a minute at most,
 * so that neither server keeps old rows for long.
 */
public final class ShadowReplay {

    private static final Duration LONGEST_SNAPSHOT = Duration.ofSeconds(60);
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    /** Both executions of a query, and reading a plan, fit into a snapshot. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(25);

    private static final Set<BehaviourRule> OPEN = EnumSet.of(
            BehaviourRule.LIMIT,
            BehaviourRule.ORDER_TIES,
            BehaviourRule.GROUP_BY,
            BehaviourRule.GROUP_CONCAT_ORDER,
            BehaviourRule.USER_VARIABLES);

    /** The second of the present time may end between both executions. */
    private static final int ATTEMPTS = 3;

    private final String pipeline;
    private final SourceSettings sourceSettings;
    private final TargetSettings targetSettings;
    private final Duration timeout;
    private final boolean executesWrites;

    /**
     * @param timeout of each execution, 1 s to 25 s
     * @param executesWrites whether writes are executed on the target, and rolled back
     * @throws GaussferryException if the timeout is out of range
     */
    public ShadowReplay(
            String pipeline, SourceSettings source, TargetSettings target, Duration timeout, boolean executesWrites) {
        this.pipeline = pipeline;
        this.sourceSettings = source;
        this.targetSettings = target;
        this.timeout = timeout;
        this.executesWrites = executesWrites;
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "--timeout is " + timeout.toSeconds() + ".",
                    "choose " + SHORTEST_TIMEOUT.toSeconds() + " to " + LONGEST_TIMEOUT.toSeconds() + " seconds",
                    null);
        }
    }

    /**
     * Compares the queries.
     *
     * @param choice the settings of the application's sessions on the target
     * @throws GaussferryException if a server fails, an input cannot be read, no common position is found, or writes would be executed during a
     *     cutover or after its switch
     */
    public ShadowReport run(StatementInputs inputs, Choice choice) {
        try (Connection source = Sessions.openSource(sourceSettings);
                Connection definitions = SourceConnections.open(sourceSettings).connection();
                TargetSessions sessions = new TargetSessions(targetSettings, 1);
                Connection target = Sessions.openTarget(sessions)) {
            new ProgressWatch(target, pipeline).requireGtids();
            GradingContext context = new GradingContext(definitions, sourceSettings, sessions.dialect(), inputs);
            AccountSettings settings = settings(context, target, choice);
            ApplicationCatalog catalog = context.catalog(target, settings);
            BehaviourRules rules = context.rules(catalog);
            Deque<ApplicationStatement> waiting = samples(context);
            List<ShadowedStatement> results = new ArrayList<>();
            List<String> positions = new ArrayList<>();
            Map<List<String>, Set<BehaviourRule>> accepted = new HashMap<>();
            prepareSource(source);
            while (!waiting.isEmpty()) {
                if (executesWrites) {
                    RepairAdmission.requireFollowing(target, pipeline, "No write was executed");
                }
                positions.add(AlignedSnapshots.open(source, target, pipeline).toString());
                if (executesWrites) {
                    limitLockWaits(target, sessions.dialect());
                }
                long end = System.nanoTime()
                        + LONGEST_SNAPSHOT.minus(timeout.multipliedBy(2)).toNanos();
                context.createViews(target);
                StatementGrader grader = context.grader(target, catalog, settings);
                Shadow shadow = new Shadow(context, catalog, rules, grader, accepted, source, target);
                do {
                    ApplicationStatement statement = waiting.removeFirst();
                    results.add(new ShadowedStatement(statement, shadow.compare(statement)));
                } while (!waiting.isEmpty() && System.nanoTime() - end < 0);
            }
            target.rollback();
            Sql.execute(source, "ROLLBACK");
            return new ShadowReport(results, positions, context.workload().missing());
        } catch (SQLException e) {
            throw ApplicationCheck.failed(e);
        }
    }

    private static AccountSettings settings(GradingContext context, Connection target, Choice choice)
            throws SQLException {
        if (choice == Choice.DEFAULT) {
            return AccountSettings.DEFAULTS;
        }
        context.createViews(target);
        AccountGrades byDefault = AccountGrades.of(context, target, AccountSettings.DEFAULTS);
        AccountSettings best = AccountGrades.best(context, target, byDefault).settings();
        target.rollback();
        return best;
    }

    /** The source reads the queries with its own modes, as the application's sessions do by default. */
    private void prepareSource(Connection source) throws SQLException {
        Sql.execute(source, "SET SESSION sql_mode = @@GLOBAL.sql_mode");
        Sql.execute(source, SourceDialect.of(source).limitQueries(timeout));
    }

    /** Until the transaction ends. */
    private static void limitLockWaits(Connection target, TargetDialect dialect) throws SQLException {
        for (String limit : dialect.lockTimeoutStatements(WriteComparison.LONGEST_LOCK_WAIT_MILLIS)) {
            Sql.execute(target, limit);
        }
    }

    /** Returns each statement once for each of its samples. */
    private static Deque<ApplicationStatement> samples(GradingContext context) {
        Deque<ApplicationStatement> samples = new ArrayDeque<>();
        for (ApplicationStatement statement : context.workload().statements()) {
            statement
                    .samples()
                    .forEach(sample -> samples.add(new ApplicationStatement(
                            statement.database(),
                            statement.shown(),
                            List.of(sample),
                            statement.calls(),
                            statement.nanos(),
                            statement.origins())));
        }
        return samples;
    }

    private static boolean isShort(ShadowResult result) {
        return result.sourceNanos() + result.targetNanos() < SHORTEST_TIMEOUT.toNanos();
    }

    private static Optional<ShadowResult> refused(GradedStatement graded) {
        return switch (graded.grade()) {
            case FAILS ->
                Optional.of(new ShadowResult(
                        ShadowOutcome.DIFFERS, "the target refuses it: " + graded.reason(), 0, 0, 0, List.of()));
            case UNKNOWN -> Optional.of(ShadowResult.skipped(graded.reason()));
            case ALIKE, REWRITE, DIFFERS -> Optional.empty();
        };
    }

    /** Compares the statements of one pair of snapshots. */
    private final class Shadow {

        private final GradingContext context;
        private final ApplicationCatalog catalog;
        private final BehaviourRules rules;
        private final StatementGrader grader;
        /** The rules of queries that the target accepts as they are, by database and SQL without literals. */
        private final Map<List<String>, Set<BehaviourRule>> accepted;

        private final ShadowAdmission admission;
        private final ShadowComparison comparison;
        private final WriteComparison writeComparison;
        private final PinnedClock clock;
        private final Connection source;

        private Shadow(
                GradingContext context,
                ApplicationCatalog catalog,
                BehaviourRules rules,
                StatementGrader grader,
                Map<List<String>, Set<BehaviourRule>> accepted,
                Connection source,
                Connection target) {
            this.context = context;
            this.catalog = catalog;
            this.rules = rules;
            this.grader = grader;
            this.accepted = accepted;
            this.source = source;
            this.admission = context.admission();
            this.comparison = new ShadowComparison(source, target, timeout);
            this.writeComparison = new WriteComparison(source, target, timeout);
            this.clock = new PinnedClock(source, target);
        }

        private ShadowResult compare(ApplicationStatement statement) throws SQLException {
            StatementContext sql = context.workload().modes().context(statement.database(), statement.sql());
            ParsedSql parsed;
            try {
                parsed = StatementParser.tree(sql);
            } catch (ParseCancellationException e) {
                return ShadowResult.skipped("the grammar of MySQL does not accept it");
            }
            Optional<ExpectedRows> expected =
                    executesWrites ? ExpectedRows.of(parsed, statement.database()) : Optional.empty();
            Optional<String> refusal = expected.isPresent()
                    ? admission.refusalOfWrite(parsed, statement.database())
                    : admission.refusal(parsed, statement.database());
            if (refusal.isPresent()) {
                return ShadowResult.skipped(refusal.get());
            }
            if (expected.isPresent()) {
                return write(statement, expected.get(), admission.readsClock(parsed, statement.database()));
            }
            List<RuleFinding> findings = rules.find(parsed, sql);
            Set<BehaviourRule> found = EnumSet.noneOf(BehaviourRule.class);
            findings.forEach(finding -> found.add(finding.rule()));
            Query query = new Query(
                    statement,
                    new Definition(
                            rules.isOrderDefined(parsed, sql),
                            found.stream().anyMatch(OPEN::contains),
                            found.contains(BehaviourRule.EQUAL_STRINGS)),
                    admission.readsClock(parsed, statement.database()));
            List<String> form = List.of(statement.database(), statement.shown());
            if (found.equals(accepted.get(form))) {
                ShadowResult result = execute(query, statement.sql());
                if (result.outcome() != ShadowOutcome.DIFFERS) {
                    return result;
                }
            }
            GradedStatement graded = grader.grade(statement);
            Optional<ShadowResult> refused = refused(graded);
            if (refused.isPresent()) {
                return refused.get();
            }
            if (graded.rewrite().isEmpty()) {
                accepted.put(form, found);
                return execute(query, statement.sql());
            }
            return execute(query, graded.rewrite());
        }

        private ShadowResult write(ApplicationStatement statement, ExpectedRows expected, boolean readsClock)
                throws SQLException {
            GradedStatement graded = grader.grade(statement);
            Optional<ShadowResult> refused = refused(graded);
            if (refused.isPresent()) {
                return refused.get();
            }
            String numbered = expected.inserted()
                    .flatMap(catalog::table)
                    .filter(table -> table.autoIncrementColumn().isPresent())
                    .map(table -> table.columns()
                            .get(table.autoIncrementColumn().getAsInt())
                            .name())
                    .orElse("");
            String targetSql = graded.rewrite().isEmpty() ? statement.sql() : graded.rewrite();
            String schema = enter(statement.database());
            return repeated(readsClock, () -> writeComparison.compare(expected, numbered, targetSql, schema));
        }

        /** Makes a database that of names without one on the source, and returns its schema on the target. */
        private String enter(String database) throws SQLException {
            if (database.isEmpty()) {
                return "";
            }
            source.setCatalog(database);
            return sourceSettings.renames().targetOf(new TableId(database, "t")).schema();
        }

        private ShadowResult execute(Query query, String targetSql) throws SQLException {
            String schema = enter(query.statement().database());
            return repeated(
                    query.readsClock(),
                    () -> comparison.compare(query.statement().sql(), targetSql, schema, query.definition()));
        }

        /** Compares with one present time on both sides, again if its second has ended between both executions. */
        private ShadowResult repeated(boolean readsClock, Repeatable statement) throws SQLException {
            int attempts = readsClock ? ATTEMPTS : 1;
            ShadowResult result;
            do {
                if (readsClock) {
                    clock.pin();
                }
                result = statement.run();
                attempts--;
            } while (attempts > 0 && result.outcome() == ShadowOutcome.DIFFERS && isShort(result));
            return result;
        }
    }

    /** Executes a statement on both sides. */
    private interface Repeatable {
        ShadowResult run() throws SQLException;
    }

    /**
     * A query that may be executed.
     *
     * @param readsClock whether it reads the present time
     */
    private record Query(ApplicationStatement statement, Definition definition, boolean readsClock) {}
}
