package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The target has two standbys, and its commits wait for one of them. The decision of a cutover, and what MySQL got after it, survive the loss of
 * the primary although the other standby has neither. Guards: {@code StandbyFlush}, {@code TargetCluster}.
 *
 * <p>{@code -Dgaussferry.seed=N} sets the application's transactions.
 */
class TwoStandbysIT {

    private static final int TRANSACTIONS = 60;

    @Test
    @Tag("long")
    void survivesLossOfPrimaryWhileOneStandbyIsBehind() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TwoStandbysIT: -Dgaussferry.seed=" + seed);
        try (TargetPair servers = TargetPair.startWithSecondStandby();
                NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_two_standbys", source.address(), servers.primary())) {
            migration.daemonTargetUrl(servers.url());
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, BankBusiness.create(migration, seed), onTarget)) {
                SwitchAndReturn roundTrip = new SwitchAndReturn(migration, application, new SplittableRandom(seed));
                migration.start();
                application.start();
                application.awaitAtSource(TRANSACTIONS);
                servers.freezeSecondStandby();
                roundTrip.cutOver();
                application.awaitOnTarget(TRANSACTIONS);
                roundTrip.requireEqual();

                servers.killPrimary();
                servers.promote();
                migration.targetIs(servers.primary());
                servers.followWithSecondStandby();
                application.awaitOnTarget(TRANSACTIONS);
                roundTrip.requireEqual();
                assertThat(CutoverIT.json(Api.of(migration.daemon()))
                                .path("state")
                                .asString(""))
                        .isEqualTo("SWITCHED");
                if (!Servers.sandbox().targetIsStandIn()) {
                    assertThat(migration.daemon().errors())
                            .as("the promoted standby has the slot")
                            .doesNotContain("without the replication slot");
                }
                roundTrip.returnToSource(() -> {});
                application.awaitAtSource(TRANSACTIONS);
                application.whilePaused(() -> {
                    migration.assertEqualContent();
                    application.requireEachOnce();
                });
                application.stop();
                System.out.println(application.transactions() + " transactions, each once");
            }
        }
    }
}
