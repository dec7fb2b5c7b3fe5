package io.gaussferry.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChildProcessGuardTest {
    @Test
    void killsDaemonWhenParentIsKilled() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process parent = new ProcessBuilder(
                        List.of(java, "-cp", System.getProperty("java.class.path"), Parent.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            long daemonId = Long.parseLong(parent.inputReader().readLine());
            ProcessHandle daemon = ProcessHandle.of(daemonId).orElseThrow();
            assertThat(daemon.isAlive()).isTrue();
            parent.destroyForcibly();
            daemon.onExit().get(20, TimeUnit.SECONDS);
            assertThat(daemon.isAlive()).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    /** Starts a daemon that would run for a minute, prints its process id, and waits to be killed. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            DaemonProcess daemon = DaemonProcess.start(List.of("sleep", "60"), line -> {});
            System.out.println(daemon.processId());
            Thread.sleep(60_000);
        }
    }
}
