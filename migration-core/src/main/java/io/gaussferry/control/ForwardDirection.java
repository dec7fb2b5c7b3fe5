package io.gaussferry.control;

import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.PositionWatch;
import org.jspecify.annotations.Nullable;

/**
 * The forward direction of continuous verification: the target follows the source.
 *
 * @param verified records the tables that were found equal
 */
public record ForwardDirection(VerifiedTables verified) implements ContinuousVerification.Direction {

    @Override
    public @Nullable PositionWatch open() {
        return null;
    }

    @Override
    public void begins() {
        verified.comparisonStarted();
    }

    @Override
    public void verified(VerificationReport report) {
        verified.comparisonCompleted(report);
    }
}
