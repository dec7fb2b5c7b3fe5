package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.Servers;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random ALTER TABLE statements on random tables with rows: what the source makes of each is what was computed, and the target follows or
 * says why not. The source refuses many of them.
 */
class RandomDefinitionsIT {

    /** Tables: {@code -Dgaussferry.definitions=500}. */
    private static final int TABLES = Integer.getInteger("gaussferry.definitions", 12);

    private static final long SEED = Long.getLong("gaussferry.seed", 20_261_122L);

    @Test
    void whatTheSourceMakesOfATableIsWhatWasComputed() throws Exception {
        run(RandomDefinitions::new);
    }

    /** Names of columns are exchanged, dropped and given to others while keys are on them. */
    @Test
    void keysAreOnTheColumnsWhereTheSourceHasThem() throws Exception {
        run(RandomKeys::new);
    }

    private static void run(Function<Random, RandomStatements> statements) throws Exception {
        try (DefinitionTrial trial = DefinitionTrial.of(Servers.sandbox())) {
            for (int i = 0; i < TABLES; i++) {
                long seed = SEED + i;
                System.out.println("random definitions, seed " + seed);
                Random random = new Random(seed);
                RandomHistory.Result result = RandomHistory.run(trial, random, statements.apply(random));
                assertThat(result.problems())
                        .as("seed " + seed + ": " + result.statements())
                        .isEmpty();
            }
        }
    }
}
