package io.gaussferry.bench.fleet;

import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A broker in KRaft mode and Connect workers with the Gaussferry plugin, on the loopback interface. Confined to one thread.
 */
public final class KafkaFleet implements AutoCloseable {

    /** Silence of a worker after which its tasks move to other workers. */
    public static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    private static final String CLUSTER = "Z2F1c3NmZXJyeS1mbGVldA";
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    private final Path directory;
    private final Path plugins;
    private final int brokerPort;
    private final KafkaProcess broker;
    private final List<KafkaProcess> workers = new ArrayList<>();
    private final List<ConnectRest> rest = new ArrayList<>();

    private KafkaFleet(Path directory, Path plugins) throws IOException, DaemonException {
        this.directory = Files.createDirectories(directory);
        this.plugins = plugins;
        this.brokerPort = freePort();
        int controllerPort = freePort();
        Path configuration = directory.resolve("broker.properties");
        Files.writeString(
                configuration,
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
                        "listeners=PLAINTEXT://127.0.0.1:" + brokerPort + ",CONTROLLER://127.0.0.1:" + controllerPort,
                        "advertised.listeners=PLAINTEXT://127.0.0.1:" + brokerPort,
                        "controller.listener.names=CONTROLLER",
                        "log.dirs=" + directory.resolve("broker-data"),
                        "offsets.topic.replication.factor=1",
                        "offsets.topic.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "group.initial.rebalance.delay.ms=0",
                        "group.min.session.timeout.ms=1000",
                        "log.cleaner.dedupe.buffer.size=2097152"));
        this.broker = KafkaProcess.of(directory, "broker", "256m", "kafka.Kafka", List.of(configuration.toString()));
        try (KafkaProcess format = KafkaProcess.of(
                directory,
                "format",
                "64m",
                "kafka.tools.StorageTool",
                List.of("format", "-t", CLUSTER, "-c", configuration.toString()))) {
            format.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DaemonException("interrupted");
        }
    }

    /**
     * Starts a broker and workers, and waits until each worker answers.
     *
     * @param directory for configuration, data and logs
     * @param heap maximum heap of each worker, in the format of {@code -Xmx}
     */
    public static KafkaFleet start(Path directory, int workers, String heap)
            throws IOException, DaemonException, InterruptedException {
        return start(directory, workers, heap, KafkaProcess.pluginPath());
    }

    /**
     * Starts the same with other plugins.
     *
     * @param plugins the directory of the plugins' directories
     */
    public static KafkaFleet start(Path directory, int workers, String heap, Path plugins)
            throws IOException, DaemonException, InterruptedException {
        KafkaFleet fleet = new KafkaFleet(directory, plugins);
        try {
            fleet.startBroker();
            for (int i = 0; i < workers; i++) {
                fleet.addWorker(heap);
            }
            for (int i = 0; i < workers; i++) {
                fleet.awaitWorker(i);
            }
            return fleet;
        } catch (IOException | DaemonException | InterruptedException | RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    /** Starts or restarts the broker, and waits until it accepts connections. */
    public void startBroker() throws IOException, DaemonException, InterruptedException {
        broker.start();
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!accepts(brokerPort)) {
            if (!broker.isAlive() || System.nanoTime() > end) {
                throw new DaemonException("the broker did not start" + broker.lastLines());
            }
            Thread.sleep(100);
        }
    }

    private void addWorker(String heap) throws IOException, DaemonException {
        int number = workers.size() + 1;
        int port = freePort();
        Path configuration = directory.resolve("worker-" + number + ".properties");
        Files.writeString(
                configuration,
                String.join(
                        "\n",
                        "bootstrap.servers=127.0.0.1:" + brokerPort,
                        "group.id=gaussferry-fleet",
                        "listeners=http://127.0.0.1:" + port,
                        "rest.advertised.host.name=127.0.0.1",
                        "plugin.path=" + plugins,
                        "plugin.discovery=service_load",
                        "key.converter=org.apache.kafka.connect.storage.StringConverter",
                        "value.converter=org.apache.kafka.connect.storage.StringConverter",
                        "config.storage.topic=fleet-config",
                        "offset.storage.topic=fleet-offsets",
                        "offset.storage.partitions=1",
                        "status.storage.topic=fleet-status",
                        "status.storage.partitions=1",
                        "config.storage.replication.factor=1",
                        "offset.storage.replication.factor=1",
                        "status.storage.replication.factor=1",
                        "offset.flush.interval.ms=2000",
                        "session.timeout.ms=" + SESSION_TIMEOUT.toMillis(),
                        "heartbeat.interval.ms=1000",
                        "rebalance.timeout.ms=10000",
                        "scheduled.rebalance.max.delay.ms=0",
                        "task.shutdown.graceful.timeout.ms=6000",
                        "connector.client.config.override.policy=All"));
        KafkaProcess worker = KafkaProcess.of(
                directory,
                "worker-" + number,
                heap,
                "org.apache.kafka.connect.cli.ConnectDistributed",
                List.of(configuration.toString()));
        workers.add(worker);
        rest.add(new ConnectRest(URI.create("http://127.0.0.1:" + port)));
        worker.start();
    }

    /** Waits until a worker answers. */
    public void awaitWorker(int number) throws IOException, DaemonException, InterruptedException {
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!rest.get(number).answers()) {
            if (!workers.get(number).isAlive() || System.nanoTime() > end) {
                throw new DaemonException("worker " + (number + 1) + " did not start"
                        + workers.get(number).lastLines());
            }
            Thread.sleep(200);
        }
    }

    /** Returns the broker's address. */
    public String bootstrapServers() {
        return "127.0.0.1:" + brokerPort;
    }

    /** Returns the broker's process. */
    public KafkaProcess broker() {
        return broker;
    }

    /** Returns a worker's process, counted from 0. */
    public KafkaProcess worker(int number) {
        return workers.get(number);
    }

    /** Returns a worker's REST interface, counted from 0. */
    public ConnectRest rest(int number) {
        return rest.get(number);
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Kills all processes. */
    @Override
    public void close() {
        workers.forEach(KafkaProcess::close);
        broker.close();
    }
}
