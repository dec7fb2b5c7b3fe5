package io.gaussferry.cutover;

import java.util.Locale;
import java.util.Map;

/** The hooks that the configuration names. */
final class CommandHooks implements Hooks {

    private final String pipeline;
    private final Map<HookPoint, HookCommand> commands;

    CommandHooks(String pipeline, Map<HookPoint, HookCommand> commands) {
        this.pipeline = pipeline;
        this.commands = Map.copyOf(commands);
    }

    @Override
    public void run(CutoverStep step, Moment moment, Cutover cutover, String reason) throws InterruptedException {
        HookCommand command = commands.get(new HookPoint(step, moment));
        if (command != null) {
            command.run(Hooks.environment(pipeline, step, moment.name().toLowerCase(Locale.ROOT), cutover, reason));
        }
    }
}
