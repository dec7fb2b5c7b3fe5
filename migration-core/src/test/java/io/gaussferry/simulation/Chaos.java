package io.gaussferry.simulation;

import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** Decides what fails. */
final class Chaos {

    private final RandomGenerator random;
    private final int connectionLostIn;
    private final int deadlockIn;
    private boolean over;

    /** One in so many calls fails; 0 for none. */
    Chaos(RandomGenerator random, int connectionLostIn, int deadlockIn) {
        this.random = random;
        this.connectionLostIn = connectionLostIn;
        this.deadlockIn = deadlockIn;
    }

    /** From now on nothing fails. */
    void end() {
        over = true;
    }

    boolean loses() {
        return !over && connectionLostIn > 0 && random.nextInt(connectionLostIn) == 0;
    }

    /** Called before each statement. */
    void strike() throws SQLException {
        if (loses()) {
            throw connectionLost();
        }
        if (!over && deadlockIn > 0 && random.nextInt(deadlockIn) == 0) {
            throw new SQLException("deadlock detected", "40P01");
        }
    }

    static SQLException connectionLost() {
        return new SQLException("connection lost", "08006");
    }
}
