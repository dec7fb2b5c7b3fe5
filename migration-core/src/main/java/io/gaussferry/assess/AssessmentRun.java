package io.gaussferry.assess;

import io.gaussferry.accounts.AccountMigration;
import io.gaussferry.accounts.Gap;
import io.gaussferry.accounts.HostPolicy;
import io.gaussferry.application.AccountSettings;
import io.gaussferry.application.ApplicationCheck;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.StatementInputs;
import io.gaussferry.assess.forecast.ForecastModel;
import io.gaussferry.assess.forecast.MigrationForecast;
import io.gaussferry.assess.forecast.ProbeResult;
import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.assess.probe.ActivityMeter;
import io.gaussferry.assess.probe.ProbeLimits;
import io.gaussferry.assess.probe.ServerProbe;
import io.gaussferry.assess.settings.AssessmentSettings;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.Redaction;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.ObjectVerification;
import io.gaussferry.objects.ObjectVerification.Execution;
import io.gaussferry.objects.prove.ProofListener;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.PreflightSettings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.throttle.ThrottleSettings;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes an assessment. A part that fails is reported as not examined, and does not hide the others. The source's sessions only read. On the
 * target, tables and objects are created in transactions that are rolled back, and rows are written only to temporary tables.
 */
public final class AssessmentRun {

    private static final String NO_TARGET = "the configuration has no target";

    private final AssessmentSettings settings;
    private final StatementInputs statements;
    private final ProbeLimits limits;
    private final EffortMinutes minutes;

    /**
     * @param statements where the application's statements are
     * @param limits the bounds of the probe
     * @param minutes the user's estimates
     */
    public AssessmentRun(
            AssessmentSettings settings, StatementInputs statements, ProbeLimits limits, EffortMinutes minutes) {
        this.settings = settings;
        this.statements = statements;
        this.limits = limits;
        this.minutes = minutes;
    }

    /** The state that was read from the source. */
    private record SourceState(
            ServerFacts facts,
            Collection<TableDefinition> definitions,
            List<TableSize> sizes,
            double definitionsSeconds) {}

    /** The measurements of both servers. */
    private record Measured(ProbeResult probe, SourceActivity activity) {}

    /** A part of an assessment. */
    private interface Part<T> {
        T examine() throws SQLException, InterruptedException;
    }

    /** Makes the assessment. */
    public Assessment run() throws InterruptedException {
        TargetSettings target = settings.target();
        PreflightReport findings = Preflight.run(new PreflightSettings(
                settings.pipeline(),
                settings.source(),
                target,
                settings.appliers(),
                settings.rules(),
                ThrottleSettings.NONE,
                false));
        Examined<SourceState> source = examine(this::readSource);
        Examined<ServerFacts> targetFacts = onTarget(target, AssessmentRun::readTarget);
        Examined<List<ObjectOutcome>> objects = onTarget(
                target,
                given -> new ObjectVerification(settings.pipeline(), settings.source(), given, settings.rules())
                        .run(Execution.NONE, ProofListener.NONE));
        Examined<ApplicationReport> graded = onTarget(
                target,
                given -> new ApplicationCheck(settings.source(), given, settings.rules())
                        .run(statements, AccountSettings.Choice.PROPOSED));
        Examined<List<Gap>> accounts = onTarget(
                target,
                given -> new AccountMigration(settings.pipeline(), settings.source(), given)
                        .plan(HostPolicy.COMMON)
                        .gaps());
        SourceState state = source.result().orElse(new SourceState(ServerFacts.UNKNOWN, List.of(), List.of(), 0));
        boolean targetAnswers = targetFacts.result().isPresent();
        Measured measured = source.result().isPresent()
                ? measure(state, targetAnswers)
                : new Measured(nothing(source.reason()), SourceActivity.UNKNOWN);
        EffortItems items = new EffortItems().addFindings(findings.findings());
        objects.result().ifPresent(items::addObjects);
        graded.result().ifPresent(items::addStatements);
        accounts.result().ifPresent(items::addAccounts);
        return new Assessment(
                settings.pipeline(),
                Instant.now(),
                address(settings.source().url()),
                target == null ? "" : address(target.url()),
                state.facts(),
                targetFacts.result().orElse(ServerFacts.UNKNOWN),
                findings,
                TableVerdict.of(state.sizes(), findings.findings()),
                objects,
                graded,
                accounts,
                measured.activity(),
                source.result().isPresent()
                        ? forecast(measured, state)
                        : MigrationForecast.unknown("the source could not be read: " + source.reason()),
                EffortGroup.of(items.list(), minutes));
    }

    private MigrationForecast forecast(Measured measured, SourceState state) {
        return new ForecastModel(
                        measured.probe(), state.sizes(), measured.activity(), settings.appliers(), settings.copy())
                .forecast();
    }

    private SourceState readSource() throws SQLException {
        try (Connection source = Sessions.openSource(settings.source())) {
            ServerFacts facts = ServerFacts.ofSource(source);
            long start = System.nanoTime();
            Collection<TableDefinition> definitions =
                    new MySqlSchemaReader(source, settings.source()).read().definitions();
            double seconds =
                    (System.nanoTime() - start) / (double) Duration.ofSeconds(1).toNanos();
            return new SourceState(facts, definitions, SourceSizes.read(source, definitions), seconds);
        }
    }

    private static ServerFacts readTarget(TargetSettings target) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = Sessions.openTarget(sessions)) {
            ServerFacts facts =
                    ServerFacts.ofTarget(connection, sessions.dialect().release());
            connection.rollback();
            return facts;
        }
    }

    /** Measures both servers; only the source if the target does not answer. */
    private Measured measure(SourceState state, boolean withTarget) throws InterruptedException {
        AssessmentSettings measured = withTarget ? settings : settings.withoutTarget();
        try (Connection source = Sessions.openSource(settings.source())) {
            ActivityMeter activity = new ActivityMeter(source);
            Examined<ProbeResult> probe = examine(() -> new ServerProbe(measured, limits)
                    .run(state.definitions(), state.sizes(), state.definitionsSeconds()));
            return new Measured(probe.result().orElse(nothing(probe.reason())), activity.read());
        } catch (SQLException e) {
            return new Measured(nothing(message(e)), SourceActivity.UNKNOWN);
        }
    }

    private ProbeResult nothing(String reason) {
        return new ProbeResult(settings.copy().workers(), false, List.of(), 0, 0, 0, 0, Map.of("", reason));
    }

    /** A part that needs the target. */
    private interface TargetPart<T> {
        T examine(TargetSettings target) throws SQLException, InterruptedException;
    }

    private static <T> Examined<T> onTarget(@Nullable TargetSettings target, TargetPart<T> part)
            throws InterruptedException {
        return target == null ? Examined.not(NO_TARGET) : examine(() -> part.examine(target));
    }

    private static <T> Examined<T> examine(Part<T> part) throws InterruptedException {
        try {
            return Examined.of(part.examine());
        } catch (SQLException e) {
            return Examined.not(message(e));
        } catch (GaussferryException e) {
            return Examined.not(RowValueMarks.hidden(e.problem()));
        }
    }

    private static String message(SQLException failure) {
        return RowValueMarks.hidden(Redaction.of(RowValueMarks.message(failure))) + " (SQLSTATE "
                + failure.getSQLState() + ")";
    }

    /** Returns a URL without parameters, which may contain an account. */
    private static String address(String url) {
        return Redaction.of(url.replaceAll("\\?.*", ""));
    }
}
