package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same with TPC-C's terminals, whose transactions change many rows of tables bound by foreign keys, on whichever side they are: at every
 * end both sides are equal, keep to TPC-C's consistency conditions, and have each acknowledged transaction once. Guards: order and
 * atomicity of the way back under transactions that wait for each other.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} kills more often, over more journeys, {@code -Dgaussferry.seed=N} at other moments.
 */
@Tag("long")
class TpccThereAndBackIT {

    @Test
    void everyOrderArrivesOnceWhicheverWayItGoes() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TpccThereAndBackIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.there-and-back-kills="
                + ThereAndBack.KILLS);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_tpcc_there", source.address())) {
            Path onTarget = ThereAndBack.configure(migration);
            try (TravellingApplication application = new TravellingApplication(
                    migration, TravellingSupplier.create(migration, source.address(), seed), onTarget)) {
                new ThereAndBack(migration, application, new SplittableRandom(seed)).go(ThereAndBack.KILLS);
            }
        }
    }
}
