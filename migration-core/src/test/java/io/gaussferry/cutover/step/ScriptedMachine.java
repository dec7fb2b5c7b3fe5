package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The components of a machine, which record their calls and fail by a script, for tests of its parts. */
final class ScriptedMachine implements CutoverMachine.Listener {

    final List<String> calls = new ArrayList<>();
    final RetryPause pause = new RetryPause((monitor, time) -> calls.add("pause"));
    private final Map<String, Deque<RuntimeException>> failures = new HashMap<>();
    private final CutoverState stored;

    /** @param stored the state that the journal returns */
    ScriptedMachine(CutoverState stored) {
        this.stored = stored;
    }

    /** Lets the next call of a component fail. */
    ScriptedMachine fails(String call, ErrorCode code) {
        return fails(call, new GaussferryException(code, call + " failed.", "retry", null));
    }

    ScriptedMachine fails(String call, RuntimeException failure) {
        failures.computeIfAbsent(call, name -> new ArrayDeque<>()).add(failure);
        return this;
    }

    private void call(String name) {
        calls.add(name);
        RuntimeException failure =
                failures.getOrDefault(name, new ArrayDeque<>()).poll();
        if (failure != null) {
            throw failure;
        }
    }

    Journal journal() {
        return ScriptedConnection.fake(Journal.class, (self, method, arguments) -> {
            call(method.getName());
            return method.getReturnType() == void.class ? null : stored;
        });
    }

    RetryingJournal retrying() {
        return new RetryingJournal(journal(), pause, this);
    }

    CutoverMachine.Parts parts() {
        return new CutoverMachine.Parts(
                journal(),
                Map.of(),
                at -> {
                    call("openSource");
                    return "";
                },
                at -> {},
                () -> call("stopReplication"),
                () -> call("openTarget"),
                () -> call("removeFence"),
                (step, moment, cutover, reason) -> call(moment + " " + step),
                new StepDeadlines(Map.of()),
                () -> {});
    }

    @Override
    public void reached(CutoverState state) {}

    @Override
    public void waiting(CutoverState state, GaussferryException failure) {
        calls.add("waiting: " + failure.problem());
    }
}
