package io.gaussferry.app.http;

import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.status.DaemonView;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * The web server of a daemon. It starts in the background while the daemon checks both servers, which takes as long. If it cannot start,
 * replication continues without it.
 */
public final class HttpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private final HttpSettings settings;
    private final DaemonView daemon;
    private final int port;
    private final CompletableFuture<String> url = new CompletableFuture<>();
    private @Nullable ConfigurableApplicationContext context;
    private boolean closed;

    private HttpServer(HttpSettings settings, DaemonView daemon, int port) {
        this.settings = settings;
        this.daemon = daemon;
        this.port = port;
    }

    /**
     * Starts a server in the background.
     *
     * @throws GaussferryException of category CONFIGURATION if the daemon cannot listen on the address, or the configured port is in use
     */
    public static HttpServer start(HttpSettings settings, DaemonView daemon) {
        HttpServer server = new HttpServer(settings, daemon, choosePort(settings));
        Thread thread = new Thread(server::run, "http-start");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    /** Returns the port to listen on. Reports a wrong address or a port in use before replication starts. */
    private static int choosePort(HttpSettings settings) {
        if (settings.port() == 0 || isFree(settings)) {
            return settings.port();
        }
        if (settings.mayMove()) {
            LOG.info("Port {} is in use; the page uses another port", settings.port());
            return 0;
        }
        throw new GaussferryException(
                ErrorCode.LISTEN_ADDRESS_UNUSABLE,
                "gaussferry.http.port " + settings.port() + " is in use by another program on " + settings.address()
                        + ".",
                "choose another port, or 0 for any free port; gaussferry.http.enabled: false disables the page",
                null);
    }

    private static boolean isFree(HttpSettings settings) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(settings.address()), settings.port()));
            return true;
        } catch (java.net.BindException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                return false;
            }
            throw unusable(settings, e);
        } catch (IOException e) {
            throw unusable(settings, e);
        }
    }

    private static GaussferryException unusable(HttpSettings settings, IOException cause) {
        return new GaussferryException(
                ErrorCode.LISTEN_ADDRESS_UNUSABLE,
                "Cannot listen on gaussferry.http.address " + settings.address() + ": " + cause.getMessage(),
                "configure an address of this machine, such as 127.0.0.1, and a port that this user may use",
                cause);
    }

    private void run() {
        long startNanos = System.nanoTime();
        SpringApplication application = new SpringApplication(WebConfiguration.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        // the daemon has already configured logging
        application.setListeners(application.getListeners().stream()
                .filter(listener -> !(listener instanceof LoggingApplicationListener))
                .toList());
        Map<String, Object> properties = new HashMap<>(WebConfiguration.PROPERTIES);
        properties.put("server.address", settings.address());
        properties.put("server.port", port);
        application.addInitializers(created -> {
            created.getEnvironment().getPropertySources().addFirst(new MapPropertySource("gaussferry", properties));
            GenericApplicationContext beans = (GenericApplicationContext) created;
            beans.registerBean(HttpSettings.class, () -> settings);
            beans.registerBean(DaemonView.class, () -> daemon);
        });
        try {
            ConfigurableApplicationContext started = application.run();
            synchronized (this) {
                context = started;
            }
            String actual = started.getEnvironment().getProperty("local.server.port", String.valueOf(port));
            LOG.debug(
                    "The web server started within {} ms, {} ms of processor time in its own thread",
                    (System.nanoTime() - startNanos) / 1_000_000,
                    ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000);
            url.complete(url(actual));
            closeIfRequested();
        } catch (RuntimeException e) {
            url.completeExceptionally(e);
            LOG.warn("The web server cannot start; replication continues without the page: {}", e.toString());
        }
    }

    /** Prints the page's address when the server is ready. */
    public void announce() {
        url.thenAccept(ready -> System.out.println("page at " + ready));
    }

    /** Completes with the page's address when the server is ready. */
    CompletableFuture<String> url() {
        return url.copy();
    }

    private String url(String actualPort) {
        String host = settings.address().contains(":") ? "[" + settings.address() + "]" : settings.address();
        return "http://" + host + ":" + actualPort + "/";
    }

    private void closeIfRequested() {
        boolean now;
        synchronized (this) {
            now = closed;
        }
        if (now) {
            close();
        }
    }

    @Override
    public void close() {
        ConfigurableApplicationContext started;
        synchronized (this) {
            closed = true;
            started = context;
            context = null;
        }
        if (started != null) {
            // complete the event streams first: stopping the server would cut them off
            started.getBean(EventStream.class).close();
            started.close();
        }
    }
}
