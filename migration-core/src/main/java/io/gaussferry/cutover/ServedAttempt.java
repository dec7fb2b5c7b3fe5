package io.gaussferry.cutover;

import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Switched;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An attempt with its components.
 *
 * @param watch returns the time after the switch, which all attempts of a process share
 */
record ServedAttempt(AttemptComponents components, Supplier<AfterSwitch> watch) implements CutoverRunner.Attempt {

    @Override
    public CutoverState begin(CutoverRequest request) {
        return components.machine().begin(request);
    }

    @Override
    public CutoverState run() throws InterruptedException {
        return components.machine().run();
    }

    @Override
    public Optional<CutoverState> watch(Switched at, boolean isResumed) throws InterruptedException {
        return watch.get().run(at, components, isResumed);
    }

    @Override
    public void rollBack(String reason) {
        components.machine().rollBack(reason);
    }

    @Override
    public void stop() {
        components.machine().stop();
    }

    @Override
    public void close() {
        components.close();
    }
}
