package io.gaussferry.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The histories of {@link SimulationTest}, starting from ranges of rows that were copied at several positions.
 *
 * <p>The test fails after each of these mutations: not skipping a change that its rows contain ({@code CatchUpFilter.add});
 * not deciding the two images of an update by their own keys ({@code CatchUpFilter.reduce}); not making changes idempotent
 * that rows may contain ({@code CopyWindow.fate}); or a window of several views ({@code CopyWindow.with}) that
 * starts where any of them starts instead of all, or ends where all of them end instead of any.
 */
class CopySimulationTest {

    @Test
    @Timeout(1_500)
    void reachesConsistentStateFromRowsCopiedAtSeveralPositions() {
        SimulationTest.replay(true);
    }
}
