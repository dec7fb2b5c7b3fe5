package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Switches, returns and switches again, while an application writes and the daemon is killed ({@code kill -9}) repeatedly: at every end both sides
 * are equal, and every acknowledged transfer exists exactly once. Guards: the state that a daemon finds at its start in either direction.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} sets the number of kills, over more round trips, {@code -Dgaussferry.seed=N} their moments.
 */
@Tag("long")
class SwitchAndReturnIT {

    @Test
    void deliversEveryTransferOnceInBothDirections() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("SwitchAndReturnIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.there-and-back-kills="
                + SwitchAndReturn.KILLS);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_there", source.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, BankBusiness.create(migration, seed), onTarget)) {
                new SwitchAndReturn(migration, application, new SplittableRandom(seed)).go(SwitchAndReturn.KILLS);
            }
        }
    }
}
