package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.time.Duration;

/** Runs the commands of a cutover, a return and a second cutover on the first pipeline of a fleet, while its application writes. */
final class FleetCutover {

    private FleetCutover() {}

    static void run(FleetCommands commands, ServerAddress source, ServerAddress target) throws Exception {
        await("the pipeline reports its address")
                .atMost(Duration.ofMinutes(1))
                .until(() -> commands.run("status").exitCode() == 0);
        try (FleetApplication application = FleetApplication.start(source, target)) {
            application.awaitSource();
            assertThat(commands.succeed("cutover", "check")).contains("forecast   total");
            assertThat(commands.succeedAsInGuide("verify")).contains("equal");
            assertThat(commands.succeedAsInGuide("rehearse")).contains("forecast");
            commands.succeed("cutover", "prepare");
            commands.succeedAsInGuide("cutover start");
            application.awaitTarget();
            assertThat(commands.succeedAsInGuide("cutover status")).contains("WATCH");
            assertThat(commands.succeedAsInGuide("status")).contains("switched");
            commands.succeedAsInGuide("cutover back");
            application.awaitSource();
            commands.succeed("cutover", "start", "--verify", "full");
            application.awaitTarget();
            commands.succeedAsInGuide("cutover rearm");
            application.awaitTarget();
            application.requireEachOnceOnBothSides();
            commands.succeedAsInGuide("cutover finish");
        }
    }
}
