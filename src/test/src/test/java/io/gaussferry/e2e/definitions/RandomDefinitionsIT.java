package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.Servers;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Executes random ALTER TABLE statements on random tables with rows: the source's result of each equals the computed one, and the target follows or
 * reports why not. The source rejects many of them.
 */
class RandomDefinitionsIT {

    /** Number of tables: {@code -Dgaussferry.definitions=500}. */
    private static final int TABLES = Integer.getInteger("gaussferry.definitions", 12);

    private static final long SEED = Long.getLong("gaussferry.seed", 20_261_122L);

    @Test
    void computesSameTableAsSource() throws Exception {
        run(RandomDefinitions::new);
    }

    /** Names of columns are exchanged, dropped and reused while keys refer to them. */
    @Test
    void keepsKeysOnSameColumnsAsSource() throws Exception {
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
