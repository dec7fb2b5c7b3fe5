package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * There, back, and there again, while an application writes and the daemon is killed ({@code kill -9}) again and again: at every end both
 * sides are equal, and every acknowledged transfer is there exactly once. Guards: what a daemon finds at its start, whichever direction
 * it was in.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} kills more often, over more journeys, {@code -Dgaussferry.seed=N} at other moments.
 */
class ThereAndBackIT {

    @Test
    void everyTransferArrivesOnceWhicheverWayItGoes() throws Exception {
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
