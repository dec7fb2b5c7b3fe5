package io.gaussferry.sandbox.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/**
 * A container engine that answers. An engine may answer and still be of no use: where it reaches no registry, a pull of what it lacks
 * is silent for minutes. So everything that is asked of it has a bound, and images are brought here before containers are started.
 */
public final class DockerEngine {

    /**
     * How long to wait.
     *
     * @param answer for any answer, and for a pull's first word
     * @param silence for a pull's next word, once there was one
     */
    public record Bounds(Duration answer, Duration silence) {}

    /** By which Testcontainers asks for the engine's address where it is in a container itself. */
    static final String ADDRESS_IMAGE = "alpine:3.17";

    /** What removes the containers of a process that was killed; Testcontainers starts it before any other. */
    public static final String REAPER_IMAGE = "testcontainers/ryuk:0.14.0";

    private static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(60));

    /** For the reaper to say that it runs, among other things. */
    private static final Duration PREPARATION = Duration.ofMinutes(1);

    /** What creating a container may take, besides the patience with the server in it. */
    private static final Duration CREATION = Duration.ofMinutes(1);

    private static final Duration STOP = Duration.ofSeconds(30);

    private static final String REMEDY =
            "See whether docker info answers; start the engine again, or unset DOCKER_HOST.";

    private final DockerClient client;
    private final Bounds bounds;

    DockerEngine(DockerClient client, Bounds bounds) {
        this.client = client;
        this.bounds = bounds;
    }

    /**
     * Returns the engine of this machine, or the one that DOCKER_HOST names; null where there is none. Sockets are looked for first,
     * which costs nothing; only where there is one, the engine is asked.
     *
     * @throws SandboxException where there should be one, and it does not answer
     */
    public static @Nullable DockerEngine find(Map<String, String> environment) {
        if (!isExpected(environment)) {
            return null;
        }
        try {
            return BoundedStep.call(
                    "The container engine's first answer",
                    REMEDY,
                    BOUNDS.answer(),
                    () -> new DockerEngine(
                            DockerClientProviderStrategy.getClientForConfig(
                                    DockerClientFactory.instance().getTransportConfig()),
                            BOUNDS));
        } catch (IllegalStateException noneAnswers) {
            throw new SandboxException(
                    "There is a container engine's socket, and no engine answers at it.", REMEDY, noneAnswers);
        }
    }

    private static boolean isExpected(Map<String, String> environment) {
        String home = System.getProperty("user.home");
        return !environment.getOrDefault("DOCKER_HOST", "").isBlank()
                || Stream.of(
                                "/var/run/docker.sock",
                                home + "/.docker/run/docker.sock",
                                home + "/.testcontainers.properties",
                                environment.getOrDefault("XDG_RUNTIME_DIR", "/run/user/none") + "/docker.sock")
                        .anyMatch(candidate -> Files.exists(Path.of(candidate)));
    }

    /**
     * Starts a container, with its image, which is pulled where it is not there. {@link #prepare} comes before.
     *
     * @param patience with the server in it; the container has it as its startup timeout
     * @param remedy what to do by hand where it does not start
     * @throws SandboxException if the image cannot be had or the container does not start; nothing of it is left then
     */
    void start(
            GenericContainer<?> container,
            String image,
            String server,
            Duration patience,
            String remedy,
            SandboxListener listener) {
        provide(image, listener);
        listener.status("Starting " + server + " as a container (" + image + ")");
        try {
            BoundedStep.call("The start of a container of " + image, remedy, patience.plus(CREATION), () -> {
                container.start();
                return true;
            });
        } catch (SandboxException failure) {
            stopAfter(failure, container);
            throw failure;
        } catch (RuntimeException failure) {
            SandboxException told = new SandboxException(
                    "A container of " + image + " does not start: " + failure.getMessage(), remedy, failure);
            stopAfter(told, container);
            throw told;
        }
    }

    /** Stops a container, and removes it. */
    static void stop(GenericContainer<?> container) {
        BoundedStep.call("The end of a container", "See docker ps, and docker rm --force what is left.", STOP, () -> {
            container.stop();
            return true;
        });
    }

    private static void stopAfter(SandboxException failure, GenericContainer<?> container) {
        try {
            stop(container);
        } catch (RuntimeException notStopped) {
            failure.addSuppressed(notStopped);
        }
    }

    /**
     * Makes the engine ready for containers, which takes images of Testcontainers' own: it would pull them itself, in silence, for
     * minutes. Its reaper then runs, which removes what is left of other containers.
     *
     * @throws SandboxException if one of them cannot be had: then no container can be started
     */
    public void prepare(SandboxListener listener) {
        if (needsAddressImage()) {
            provide(ADDRESS_IMAGE, listener);
        }
        if (!Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))) {
            provide(REAPER_IMAGE, listener);
        }
        try {
            BoundedStep.call(
                    "What Testcontainers does before it starts containers",
                    REMEDY,
                    PREPARATION,
                    () -> DockerClientFactory.instance().client());
        } catch (SandboxException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw new SandboxException(
                    "The container engine is of no use: " + failure.getMessage(),
                    "Try docker run --rm " + REAPER_IMAGE + " by hand.",
                    failure);
        }
    }

    /** In a container, and at an engine that does not tell its bridge's address, Testcontainers starts one to ask for it. */
    private boolean needsAddressImage() {
        if (!Files.exists(Path.of("/.dockerenv")) || System.getenv("TESTCONTAINERS_HOST_OVERRIDE") != null) {
            return false;
        }
        return BoundedStep.call("The container engine's answer", REMEDY, bounds.answer(), () -> {
            String scheme = DockerClientFactory.instance()
                    .getTransportConfig()
                    .getDockerHost()
                    .getScheme();
            return scheme.equals("unix")
                    && client.inspectNetworkCmd().withNetworkId("bridge").exec().getIpam().getConfig().stream()
                            .allMatch(network -> network.getGateway() == null);
        });
    }

    /**
     * Returns when the image is on this machine, after pulling it where it was not.
     *
     * @throws SandboxException if it cannot be had: no word of it came in time, or no next one, or the engine says that there is none
     */
    void provide(String image, SandboxListener listener) {
        DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
        if (isPresent(name)) {
            return;
        }
        ImagePull pull = new ImagePull(name.asCanonicalNameString(), bounds, listener);
        BoundedStep.call(
                "The container engine's answer",
                REMEDY,
                bounds.answer(),
                () -> client.pullImageCmd(name.getUnversionedPart())
                        .withTag(name.getVersionPart())
                        .exec(pull));
        pull.await();
        if (!isPresent(name)) {
            throw pull.failed("the pull has ended without it");
        }
    }

    private boolean isPresent(DockerImageName name) {
        return BoundedStep.call("The container engine's answer", REMEDY, bounds.answer(), () -> {
            try {
                client.inspectImageCmd(name.asCanonicalNameString()).exec();
                return true;
            } catch (NotFoundException absent) {
                return false;
            }
        });
    }
}
