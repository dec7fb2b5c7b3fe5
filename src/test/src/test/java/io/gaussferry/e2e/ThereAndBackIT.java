package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Switches, returns and switches again, while an application writes and the daemon is killed ({@code kill -9}) repeatedly: at every end both sides
 * are equal, and every acknowledged transfer exists exactly once. Guards: the state that a daemon finds at its start in either direction.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} sets the number of kills, over more round trips, {@code -Dgaussferry.seed=N} their moments.
 */
class ThereAndBackIT {

    @Test
    void deliversEveryTransferOnceInBothDirections() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ThereAndBackIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.there-and-back-kills="
                + ThereAndBack.KILLS);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_there", source.address())) {
            Path onTarget = ThereAndBack.configure(migration);
            try (TravellingApplication application =
                    new TravellingApplication(migration, TravellingBank.create(migration, seed), onTarget)) {
                new ThereAndBack(migration, application, new SplittableRandom(seed)).go(ThereAndBack.KILLS);
            }
        }
    }
}
