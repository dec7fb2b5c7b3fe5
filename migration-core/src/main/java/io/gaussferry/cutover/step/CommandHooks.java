package io.gaussferry.cutover.step;

import io.gaussferry.cutover.settings.HookCommand;
import io.gaussferry.cutover.settings.HookPoint;
import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.StepControl;
import java.util.Locale;
import java.util.Map;

/** Runs the hooks of the configuration. */
public final class CommandHooks implements Hooks {

    private final String pipeline;
    private final Map<HookPoint, HookCommand> commands;

    /** Creates the hooks of one pipeline from its commands. */
    public CommandHooks(String pipeline, Map<HookPoint, HookCommand> commands) {
        this.pipeline = pipeline;
        this.commands = Map.copyOf(commands);
    }

    @Override
    public void run(CutoverStep step, Moment moment, Cutover cutover, String reason) throws InterruptedException {
        HookCommand command = commands.get(new HookPoint(step, moment));
        if (command != null) {
            command.run(environment(step, moment, cutover, reason));
        }
    }

    @Override
    public void run(CutoverStep step, Moment moment, Cutover cutover, StepControl control) throws InterruptedException {
        HookCommand command = commands.get(new HookPoint(step, moment));
        if (command != null) {
            command.run(environment(step, moment, cutover, ""), control);
        }
    }

    private Map<String, String> environment(CutoverStep step, Moment moment, Cutover cutover, String reason) {
        return Hooks.environment(pipeline, step, moment.name().toLowerCase(Locale.ROOT), cutover, reason);
    }

    @Override
    public boolean has(CutoverStep step, Moment moment) {
        return commands.containsKey(new HookPoint(step, moment));
    }
}
