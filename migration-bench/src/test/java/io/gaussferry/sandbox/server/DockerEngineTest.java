package io.gaussferry.sandbox.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.gaussferry.sandbox.FakeEngine;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

/** Checks the time limits of engine requests, with limits of milliseconds. */
@Timeout(60)
class DockerEngineTest {

    private static final String IMAGE = "mysql:8.4.6";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final SandboxListener listener = new SandboxListener() {
        @Override
        public void status(String line) {
            lines.add(line);
        }

        @Override
        public void download(String what, long doneBytes, long totalBytes) {}
    };

    @Test
    void doesNotPullExistingImage() throws IOException {
        try (FakeEngine fake = FakeEngine.withoutRegistry()) {
            fake.add(IMAGE);
            engine(fake, 5_000, 5_000).provide(IMAGE, listener);
            assertThat(fake.pulled()).isEmpty();
            assertThat(lines).isEmpty();
        }
    }

    @Test
    void cancelsPullWithoutAnyMessage() throws IOException {
        try (FakeEngine fake = FakeEngine.withoutRegistry()) {
            DockerEngine engine = engine(fake, 1_000, 600_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining(
                            "The image mysql:8.4.6 is not on this machine and cannot be pulled: the container engine"
                                    + " reported nothing for 1.0 seconds");
            assertThat(fake.pulled()).containsExactly("fromImage=mysql&tag=8.4.6");
        }
    }

    @Test
    void cancelsPullThatStopsReporting() throws IOException {
        CountDownLatch ever = new CountDownLatch(1);
        try (FakeEngine fake = new FakeEngine(line -> {
            line.send("{\"status\": \"Pulling from library/mysql\", \"id\": \"8.4.6\"}");
            ever.await();
        })) {
            DockerEngine engine = engine(fake, 600_000, 1_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("reported nothing for 1.0 seconds");
            assertThat(lines).containsExactly("Pulling mysql:8.4.6 (once)");
        }
    }

    @Test
    void awaitsAndReportsSlowPull() throws IOException {
        FakeEngine[] self = new FakeEngine[1];
        try (FakeEngine fake = new FakeEngine(line -> {
            // longer than either limit, and than the interval between two progress lines
            for (int word = 1; word <= 60; word++) {
                line.send("{\"status\": \"Downloading\", \"id\": \"layer\", \"progressDetail\": {\"current\": " + word
                        + "000000, \"total\": 60000000}}");
                Thread.sleep(100);
            }
            self[0].add(IMAGE);
        })) {
            self[0] = fake;
            engine(fake, 3_000, 3_000).provide(IMAGE, listener);
            assertThat(lines).hasSizeGreaterThanOrEqualTo(2);
            assertThat(lines.get(1)).matches("  mysql:8\\.4\\.6  [45]\\d of 60 MB so far");
        }
    }

    @Test
    void reportsAnswerOfRegistry() throws IOException {
        try (FakeEngine fake = new FakeEngine(line ->
                line.send("{\"errorDetail\": {\"message\": \"manifest unknown\"}, \"error\": \"manifest unknown\"}"))) {
            DockerEngine engine = engine(fake, 5_000, 5_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("cannot be pulled: manifest unknown");
        }
    }

    @Test
    void failsWhenPullEndsWithoutImage() throws IOException {
        try (FakeEngine fake = new FakeEngine(line -> line.send("{\"status\": \"done\"}"))) {
            DockerEngine engine = engine(fake, 5_000, 5_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("the pull ended without the image");
        }
    }

    @Test
    void abandonsStepThatDoesNotEnd() {
        CountDownLatch ever = new CountDownLatch(1);
        assertThatThrownBy(() -> BoundedStep.call("The answer", "Ask again.", Duration.ofMillis(200), () -> {
                    ever.await();
                    return true;
                }))
                .isInstanceOf(SandboxException.class)
                .hasMessage("The answer took longer than 0.2 seconds." + System.lineSeparator() + "Ask again.");
    }

    /** The sandbox pulls it with a time limit, so its name must be the one that Testcontainers requests. */
    @Test
    void namesReaperImageOfTestcontainers() throws ReflectiveOperationException {
        Constructor<?> constructor =
                Class.forName("org.testcontainers.utility.RyukContainer").getDeclaredConstructor();
        constructor.setAccessible(true);
        Object reaper = constructor.newInstance();
        Method image = GenericContainer.class.getDeclaredMethod("getImage");
        image.setAccessible(true);
        assertThat((RemoteDockerImage) image.invoke(reaper)).asString().contains(DockerEngine.REAPER_IMAGE);
    }

    @Test
    void namesAddressImageOfTestcontainers() throws ReflectiveOperationException {
        Field image = DockerClientFactory.class.getDeclaredField("TINY_IMAGE");
        image.setAccessible(true);
        assertThat(image.get(null)).hasToString(DockerEngine.ADDRESS_IMAGE);
    }

    /**
     * Testcontainers' own client factory connects to this machine's engine first; the test must not depend on that engine.
     */
    private static DockerEngine engine(FakeEngine fake, long answerMillis, long silenceMillis) {
        DefaultDockerClientConfig configuration = DefaultDockerClientConfig.createDefaultConfigBuilder()
                .withDockerHost(fake.address().toString())
                .withDockerTlsVerify(false)
                .build();
        DockerHttpClient transport =
                new ZerodepDockerHttpClient.Builder().dockerHost(fake.address()).build();
        return new DockerEngine(
                DockerClientImpl.getInstance(configuration, transport),
                new DockerEngine.Bounds(Duration.ofMillis(answerMillis), Duration.ofMillis(silenceMillis)));
    }
}
