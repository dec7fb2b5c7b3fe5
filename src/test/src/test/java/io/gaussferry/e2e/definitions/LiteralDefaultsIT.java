package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.Servers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Verifies defaults whose literals are of another kind than their columns: existing rows and later ones have the same values on both sides if the
 * target follows; otherwise the table is copied again.
 */
class LiteralDefaultsIT {

    /** Number of random literals for each type: {@code -Dgaussferry.literals=1000} for all. */
    private static final int LITERALS = Integer.getInteger("gaussferry.literals", 14);

    private static final long SEED = Long.getLong("gaussferry.seed", 20_261_126L);

    private static final int TYPES_PER_TABLE = 2;

    private static final List<String> SESSIONS =
            List.of("", "", "NOT STRICT", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "time_zone = +02:00");

    /** A copy is always correct, but must not be the outcome for certain values. */
    private static final double FOLLOWED_AT_LEAST = 0.6;

    @Test
    void givesRowsLiteralValuesOfSource() throws Exception {
        System.out.println("literal defaults, seed " + SEED);
        Random random = new Random(SEED);
        List<String> types = new ArrayList<>(LiteralDefaults.TYPES);
        Collections.shuffle(types, random);
        double followed = 0;
        int tables = 0;
        try (DefinitionTrial trial = DefinitionTrial.of(Servers.sandbox())) {
            for (int i = 0; i < types.size(); i += TYPES_PER_TABLE) {
                String session = SESSIONS.get(random.nextInt(SESSIONS.size()));
                LiteralDefaults defaults = new LiteralDefaults(trial, random, session);
                List<String> some = types.subList(i, Math.min(types.size(), i + TYPES_PER_TABLE));
                List<String> literals = new ArrayList<>(LiteralDefaults.LITERALS);
                Collections.shuffle(literals, random);
                List<String> problems = defaults.run(some, literals.subList(0, Math.min(literals.size(), LITERALS)));
                System.out.println(some + " in a session with '" + session + "': " + defaults);
                assertThat(problems).as("seed " + SEED + ", " + session).isEmpty();
                followed += defaults.followed();
                tables++;
            }
        }
        assertThat(followed / tables).isGreaterThan(FOLLOWED_AT_LEAST);
    }
}
