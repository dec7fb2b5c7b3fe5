package io.gaussferry.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The histories of {@link SimulationTest}, from ranges of rows that were copied at several positions.
 *
 * <p>It fails when one of these is taken away, each tried: a change that its rows have is passed over ({@code CatchUp.add}), the two
 * images of an update are judged each by its own key ({@code CatchUp.reduce}), changes that rows may have are repeatable ({@code
 * CopyWindow.fate}); or when the window of several views ({@code CopyWindow.with}) begins where any of them does and not all, or ends
 * where all of them do and not any.
 */
class CopySimulationTest {

    @Test
    @Timeout(1_500)
    void rows_that_were_copied_at_several_positions_become_one_state_of_the_source() {
        SimulationTest.replay(true);
    }
}
