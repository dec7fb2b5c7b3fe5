package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies networks that lose connections, with and without notice. */
class NetworkIT {

    private static final String AFRESH = "restarting from the target's progress";

    @Test
    void resumesAfterSourceNetworkFailure() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_network");
                Proxy proxy = Proxy.before(Servers.source().address().url())) {
            migration.daemonSourceUrl(proxy.through(Servers.source().address().url()));
            Ledger ledger = Ledger.create(migration);
            migration.start();
            try (Writers writers = ledger.startWriters()) {
                for (int round = 1; round <= 2; round++) {
                    ledger.awaitReplayed();
                    proxy.cut();
                    awaitRestarts(migration, round);
                    writers.awaitCommitted(100);
                    proxy.forward();
                    ledger.awaitReplayed();
                }
                writers.stop();
            }
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void detectsHalfOpenSourceConnection() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_network");
                Proxy proxy = Proxy.before(Servers.source().address().url())) {
            migration.daemonSourceUrl(proxy.through(Servers.source().address().url()));
            migration.sourceSetting("heartbeat-interval: 300ms");
            migration.sourceSetting("read-timeout: 2s");
            migration.sourceSetting("connect-timeout: 2s");
            Ledger ledger = Ledger.create(migration);
            migration.start();
            try (Writers writers = ledger.startWriters()) {
                ledger.awaitReplayed();
                proxy.blockTraffic();
                // first the binlog connection, then the one that checks whether the server is readable
                awaitRestarts(migration, 2);
                writers.awaitCommitted(100);
                proxy.forward();
                ledger.awaitReplayed();
                writers.stop();
            }
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Tag("long")
    @Test
    void toleratesIdleSource() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_network")) {
            migration.sourceSetting("heartbeat-interval: 200ms");
            migration.sourceSetting("read-timeout: 1s");
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            migration.start();
            int lines = migration.daemon().output().size();
            // the daemon prints a line every second
            await().atMost(Daemon.PATIENCE)
                    .until(() -> migration.daemon().output().size() > lines + 3);
            migration.source("INSERT INTO t VALUES (1)");
            migration.assertEqualContent();
            migration.stop();
            assertThat(migration.daemon().errors()).doesNotContain(AFRESH);
        }
    }

    @Test
    void resumesAfterTargetWasUnreachable() throws Exception {
        assumeTrue(Servers.sandbox().targetIsStandIn(), "the proxy needs a server on this machine");
        try (Migration migration = Migration.of("gf_e2e_network");
                Proxy proxy = Proxy.before(Servers.target().address().url())) {
            migration.daemonTargetUrl(proxy.through(Servers.target().address().url()));
            Ledger ledger = Ledger.create(migration);
            migration.start();
            try (Writers writers = ledger.startWriters()) {
                ledger.awaitReplayed();
                proxy.cut();
                awaitRestarts(migration, 2);
                writers.awaitCommitted(100);
                proxy.forward();
                ledger.awaitReplayed();
                writers.stop();
            }
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Tag("long")
    @Test
    void detectsHalfOpenTargetConnection() throws Exception {
        assumeTrue(Servers.sandbox().targetIsStandIn(), "the proxy needs a server on this machine");
        try (Migration migration = Migration.of("gf_e2e_network");
                Proxy proxy = Proxy.before(Servers.target().address().url())) {
            migration.daemonTargetUrl(proxy.through(Servers.target().address().url()));
            migration.targetSetting("read-timeout: 2s");
            Ledger ledger = Ledger.create(migration);
            migration.start();
            try (Writers writers = ledger.startWriters()) {
                ledger.awaitReplayed();
                proxy.blockTraffic();
                awaitRestarts(migration, 1);
                writers.awaitCommitted(100);
                proxy.forward();
                ledger.awaitReplayed();
                writers.stop();
            }
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static void awaitRestarts(Migration migration, int wanted) {
        await().atMost(Daemon.PATIENCE).until(() -> migration.daemon().errors().split(AFRESH, -1).length - 1 >= wanted);
    }
}
