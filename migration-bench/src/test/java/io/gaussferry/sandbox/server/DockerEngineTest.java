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

/** What is asked of an engine is waited for only so long; here by milliseconds. */
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
    void anImageThatIsThereIsNotPulled() throws IOException {
        try (FakeEngine fake = FakeEngine.withoutRegistry()) {
            fake.add(IMAGE);
            engine(fake, 5_000, 5_000).provide(IMAGE, listener);
            assertThat(fake.pulled()).isEmpty();
            assertThat(lines).isEmpty();
        }
    }

    @Test
    void aPullWithoutAnyWordIsGivenUp() throws IOException {
        try (FakeEngine fake = FakeEngine.withoutRegistry()) {
            DockerEngine engine = engine(fake, 1_000, 600_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining(
                            "The image mysql:8.4.6 is not on this machine, and cannot be pulled: the container engine says"
                                    + " nothing of it for 1.0 seconds");
            assertThat(fake.pulled()).containsExactly("fromImage=mysql&tag=8.4.6");
        }
    }

    @Test
    void aPullThatFallsSilentIsGivenUp() throws IOException {
        CountDownLatch ever = new CountDownLatch(1);
        try (FakeEngine fake = new FakeEngine(line -> {
            line.send("{\"status\": \"Pulling from library/mysql\", \"id\": \"8.4.6\"}");
            ever.await();
        })) {
            DockerEngine engine = engine(fake, 600_000, 1_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("says nothing of it for 1.0 seconds");
            assertThat(lines).containsExactly("Pulling mysql:8.4.6 (only this time)");
        }
    }

    @Test
    void aPullThatGoesOnIsAwaitedAndTold() throws IOException {
        FakeEngine[] self = new FakeEngine[1];
        try (FakeEngine fake = new FakeEngine(line -> {
            // longer than either bound, and than the time between two lines for the person who waits
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
    void whatTheRegistrySaysIsTold() throws IOException {
        try (FakeEngine fake = new FakeEngine(line ->
                line.send("{\"errorDetail\": {\"message\": \"manifest unknown\"}, \"error\": \"manifest unknown\"}"))) {
            DockerEngine engine = engine(fake, 5_000, 5_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("cannot be pulled: manifest unknown");
        }
    }

    @Test
    void aPullThatEndsWithoutTheImageIsAFailure() throws IOException {
        try (FakeEngine fake = new FakeEngine(line -> line.send("{\"status\": \"done\"}"))) {
            DockerEngine engine = engine(fake, 5_000, 5_000);
            assertThatThrownBy(() -> engine.provide(IMAGE, listener))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("the pull has ended without it");
        }
    }

    @Test
    void aStepThatDoesNotEndIsLeftBehind() {
        CountDownLatch ever = new CountDownLatch(1);
        assertThatThrownBy(() -> BoundedStep.call("The answer", "Ask again.", Duration.ofMillis(200), () -> {
                    ever.await();
                    return true;
                }))
                .isInstanceOf(SandboxException.class)
                .hasMessage("The answer took longer than 0.2 seconds." + System.lineSeparator() + "Ask again.");
    }

    /** It is pulled by us, so that it is bounded: its name must be the one that Testcontainers asks for. */
    @Test
    void theReaperIsTheOneOfTestcontainers() throws ReflectiveOperationException {
        Constructor<?> constructor =
                Class.forName("org.testcontainers.utility.RyukContainer").getDeclaredConstructor();
        constructor.setAccessible(true);
        Object reaper = constructor.newInstance();
        Method image = GenericContainer.class.getDeclaredMethod("getImage");
        image.setAccessible(true);
        assertThat((RemoteDockerImage) image.invoke(reaper)).asString().contains(DockerEngine.REAPER_IMAGE);
    }

    @Test
    void theImageThatAsksForTheAddressIsTheOneOfTestcontainers() throws ReflectiveOperationException {
        Field image = DockerClientFactory.class.getDeclaredField("TINY_IMAGE");
        image.setAccessible(true);
        assertThat(image.get(null)).hasToString(DockerEngine.ADDRESS_IMAGE);
    }

    /** Testcontainers' own way to a client asks for the engine of this machine first; that one would be no part of this test. */
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
