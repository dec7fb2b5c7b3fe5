package io.gaussferry.cutover.rehearse;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.check.Forecast;
import io.gaussferry.cutover.check.Forecaster.Rehearsed;
import io.gaussferry.cutover.compare.ComparisonRehearsal;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.objects.ObjectRehearsal;
import io.gaussferry.cutover.rehearse.RehearsalReport.State;
import io.gaussferry.cutover.rehearse.RehearsalReport.Step;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.reverse.ReverseRehearsal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Rehearses a cutover: the steps run as in a cutover, but no writer is refused, and nothing that a step changes stays. One thread runs it.
 */
public final class Rehearsal {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final Links links;
    private final Parts parts;
    private final List<Step> steps = new ArrayList<>();

    /** Checks the preconditions, and predicts the downtime. */
    public interface Checking {
        /** Runs the check. */
        CutoverCheck run(VerifyMode verify, boolean isArmed) throws InterruptedException;
    }

    /** Makes a round trip of reverse replication. */
    public interface RoundTrip {
        /** Makes the round trip, and removes its objects. */
        ReverseRehearsal.Result run(StepControl control) throws InterruptedException;
    }

    /** Predicts the downtime. */
    public interface Prediction {
        /** Returns the forecast. */
        Forecast predict(VerifyMode verify, boolean isArmed, Rehearsed rehearsed) throws InterruptedException;
    }

    /** The rehearsals of the steps. */
    public record Parts(
            Checking check,
            Prediction prediction,
            ComparisonRehearsal comparison,
            ObjectRehearsal objects,
            RoundTrip roundTrip) {}

    /** Creates a rehearsal over these links. */
    public Rehearsal(Links links, Parts parts) {
        this.links = links;
        this.parts = parts;
    }

    private interface Work {
        String run() throws InterruptedException;
    }

    /**
     * Rehearses.
     *
     * @param listener receives the progress
     */
    public RehearsalReport run(
            VerifyMode verify, boolean isArmed, StepControl control, Consumer<RehearsalReport> listener)
            throws InterruptedException {
        List<CutoverFinding> findings = new ArrayList<>();
        Consumer<Step> done = step -> {
            steps.add(step);
            listener.accept(new RehearsalReport(State.RUNNING, findings, steps, null, ""));
            control.check();
        };
        done.accept(measured(CutoverStep.PRECHECK, () -> {
            CutoverCheck checked = parts.check().run(verify, isArmed);
            findings.addAll(checked.findings());
            return checked.findings().size() + " findings";
        }));
        done.accept(notExecuted(CutoverStep.PREPARE, "its work stays: run gaussferry cutover prepare for it"));
        FencedPosition position = new MySqlSource(links.source(), links.pipeline()).position();
        done.accept(notExecuted(CutoverStep.FENCE, "simulated at the source's position " + position));
        done.accept(measured(CutoverStep.DRAIN, () -> drain(position, control)));
        Step compared = measured(CutoverStep.VERIFY, () -> parts.comparison().run(verify, control));
        done.accept(compared);
        done.accept(measured(CutoverStep.OBJECTS, () -> objects(control)));
        double slotSeconds = Double.NaN;
        if (isArmed) {
            double[] measured = {Double.NaN};
            done.accept(measured(CutoverStep.ARM, () -> {
                ReverseRehearsal.Result result = parts.roundTrip().run(control);
                measured[0] = result.slotSeconds();
                return String.format(
                        Locale.ROOT,
                        "a row of the target was decoded from a slot after %.2f s and written to MySQL in %.2f s",
                        result.slotSeconds(),
                        result.applySeconds());
            }));
            slotSeconds = measured[0];
        }
        done.accept(notExecuted(CutoverStep.SWITCH, "hooks are not run"));
        Forecast forecast = parts.prediction().predict(verify, isArmed, new Rehearsed(slotSeconds, compared.seconds()));
        boolean failed = steps.stream().anyMatch(step -> !step.problem().isEmpty())
                || findings.stream().anyMatch(finding -> finding.severity() == CutoverFinding.Severity.BLOCKER);
        return new RehearsalReport(failed ? State.FAILED : State.PASSED, findings, steps, forecast, "");
    }

    private static Step notExecuted(CutoverStep step, String detail) {
        return new Step(step, false, 0, detail, "");
    }

    /** Runs the work of a step. A failure of the work is the step's problem, and the next step is rehearsed too. */
    private static Step measured(CutoverStep step, Work work) throws InterruptedException {
        long start = System.nanoTime();
        String detail = "";
        String problem = "";
        try {
            detail = work.run();
        } catch (GaussferryException e) {
            problem = String.valueOf(e.getMessage());
        }
        return new Step(step, true, (System.nanoTime() - start) / 1e9, detail, problem);
    }

    private String drain(FencedPosition position, StepControl control) throws InterruptedException {
        ProgressStore progress = new ProgressStore(links.pipeline());
        while (!isReached(
                position,
                links.target()
                        .read("read the progress", progress::find)
                        .orElseThrow()
                        .progress())) {
            control.pause(POLL_INTERVAL);
        }
        return "the target has reached the position";
    }

    /** Unlike a fenced source, this one continues: the target may have later transactions. */
    static boolean isReached(FencedPosition position, Progress target) {
        if (position.gtidSet().isEmpty()) {
            return target.lowWater().position().compareTo(position.position()) >= 0;
        }
        return GtidSet.parse(position.gtidSet()).minus(target.executedSet()).isEmpty();
    }

    private String objects(StepControl control) throws InterruptedException {
        ObjectRehearsal.Result result = parts.objects().run(control);
        if (!result.problems().isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.OBJECTS_REFUSED,
                    "The target would refuse objects, or needs long for them: " + String.join("; ", result.problems()),
                    "correct the rows or definitions at the source, or run gaussferry cutover prepare",
                    null);
        }
        return result.executed() + " objects were created and rolled back; "
                + result.others().size() + " numbers are set by the cutover only";
    }
}
