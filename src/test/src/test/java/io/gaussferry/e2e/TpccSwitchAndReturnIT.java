package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Does the same with TPC-C's terminals, whose transactions change many rows of tables with foreign keys, on the current side: at every end both sides
 * are equal, satisfy TPC-C's consistency conditions, and have each acknowledged transaction once. Guards: order and atomicity of reverse replication
 * with transactions that wait for each other.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} sets the number of kills, over more round trips, {@code -Dgaussferry.seed=N} their moments.
 */
@Tag("long")
class TpccSwitchAndReturnIT {

    @Test
    void deliversEveryOrderOnceInBothDirections() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TpccSwitchAndReturnIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.there-and-back-kills="
                + SwitchAndReturn.KILLS);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_tpcc_there", source.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application = new SwitchingApplication(
                    migration, TpccBusiness.create(migration, source.address(), seed), onTarget)) {
                new SwitchAndReturn(migration, application, new SplittableRandom(seed)).go(SwitchAndReturn.KILLS);
            }
        }
    }
}
