package io.gaussferry.cutover.step;

import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.check.Forecast;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs the last step before FENCE, and then predicts the time for which writers will be refused, stores the prediction, and ends the
 * cutover if it is too long.
 */
public final class RefusedTimeLimit implements StepAction {

    private final StepAction before;
    private final Predictor predictor;
    private final Store store;
    private final Duration maximum;

    /** Predicts the downtime. */
    public interface Predictor {
        /** Returns the forecast of a cutover that is about to refuse writes. */
        Forecast predict(Cutover cutover, StepControl control) throws InterruptedException;
    }

    /** Stores the forecast for the record of the cutover. */
    public interface Store {
        /** Stores the expected duration of each step. */
        void save(Cutover cutover, List<Downtime.Part> parts) throws InterruptedException;
    }

    /**
     * @param before the last step before FENCE
     * @param maximum {@code gaussferry.cutover.maximum-refused}
     */
    public RefusedTimeLimit(StepAction before, Predictor predictor, Store store, Duration maximum) {
        this.before = before;
        this.predictor = predictor;
        this.store = store;
        this.maximum = maximum;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        Result done = before.run(at, control);
        control.check();
        Forecast forecast = predictor.predict(at.cutover(), control);
        store.save(
                at.cutover(),
                forecast.parts().stream()
                        .map(part -> new Downtime.Part(part.step().name(), part.seconds()))
                        .toList());
        Optional<CutoverFinding> excess = forecast.excess(maximum);
        if (excess.isPresent()) {
            throw new GaussferryException(
                    ErrorCode.REFUSED_TIME_TOO_LONG,
                    excess.get().problem(),
                    excess.get().remedy(),
                    null);
        }
        return new Result(
                done.at(),
                String.format(Locale.ROOT, "%s; expected downtime %.1f s", done.detail(), forecast.seconds()));
    }
}
