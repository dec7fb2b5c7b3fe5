package io.gaussferry.app;

import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.app.http.HttpServer;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of a daemon. When the writers have returned to the source, a new {@link Daemon} continues the replication, as a restarted
 * process would; the page, the counters and the handling of signals stay. Thread-safe.
 */
final class DaemonProcess {

    private static final Logger LOG = LoggerFactory.getLogger(DaemonProcess.class);

    private final DaemonSettings settings;
    private final RecentErrors errors = new RecentErrors();
    private final ReplayStatistics statistics = new ReplayStatistics();
    private @Nullable Daemon current;
    private @Nullable DaemonView view;
    private @Nullable HttpServer server;
    private boolean isStopped;

    DaemonProcess(DaemonSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs until stopped.
     *
     * @return the exit code of the process
     * @throws io.gaussferry.error.GaussferryException if replication cannot start or cannot continue
     */
    int run() {
        settings.formerNames().forEach(LOG::warn);
        try {
            boolean continues = true;
            while (continues) {
                Daemon next = new Daemon(settings, this);
                preparePage(next);
                continues = next.run();
            }
            return 0;
        } finally {
            end();
        }
    }

    RecentErrors errors() {
        return errors;
    }

    ReplayStatistics statistics() {
        return statistics;
    }

    /** Starts the page's server with the first daemon, while that one checks whether it may start. */
    private synchronized void preparePage(Daemon next) {
        if (view == null) {
            view = next.view();
            server = settings.http().enabled() ? HttpServer.start(settings.http(), view) : null;
        }
    }

    /**
     * Shows and controls this daemon from now on, and closes the previous one. Announces the page with the first one.
     *
     * @return whether the daemon may start; not if the process is being stopped
     */
    boolean enter(Daemon next) {
        Daemon previous;
        synchronized (this) {
            if (isStopped) {
                next.close();
                return false;
            }
            previous = current;
            current = next;
            if (previous == null) {
                StopSignals.handle(this::stop);
                if (server != null) {
                    server.announce();
                }
            } else if (view != null) {
                view.replaceBy(next.view());
            }
        }
        if (previous != null) {
            previous.close();
        }
        return true;
    }

    private void stop() {
        Daemon running;
        synchronized (this) {
            isStopped = true;
            running = current;
        }
        if (running != null) {
            running.stop();
        }
    }

    synchronized boolean isStopped() {
        return isStopped;
    }

    private void end() {
        Daemon last;
        HttpServer open;
        synchronized (this) {
            last = current;
            open = server;
        }
        if (open != null) {
            open.close();
        }
        if (last != null) {
            last.close();
        }
    }
}
