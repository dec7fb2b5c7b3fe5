package io.gaussferry.simulation;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** Decides which operations fail. */
final class Chaos {

    private final RandomGenerator random;
    private final int connectionLostIn;
    private final int deadlockIn;
    private final int schedulerFailsIn;
    private boolean over;

    /** One out of the given number of calls fails; 0 for none. */
    Chaos(RandomGenerator random, int connectionLostIn, int deadlockIn, int schedulerFailsIn) {
        this.random = random;
        this.connectionLostIn = connectionLostIn;
        this.deadlockIn = deadlockIn;
        this.schedulerFailsIn = schedulerFailsIn;
    }

    /** Ends all failures. */
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

    /** Called before a transaction is scheduled: the scheduler may fail, in one of several ways. */
    void strikeScheduler() {
        if (over || schedulerFailsIn == 0 || random.nextInt(schedulerFailsIn) != 0) {
            return;
        }
        switch (random.nextInt(3)) {
            case 0 -> throw new IllegalStateException("simulated");
            case 1 -> throw new OutOfMemoryError("simulated");
            default -> throw new GaussferryException(ErrorCode.TARGET_FAILED, "simulated", "", null);
        }
    }

    static SQLException connectionLost() {
        return new SQLException("connection lost", "08006");
    }
}
