package io.gaussferry.control;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;

/** The keys below {@code gaussferry.verify}. {@code config/gaussferry.yml} documents each. */
public record VerifyProperties(@DefaultValue("0") int share) {

    /** Checks the range and returns the share of the time, in percent, that continuous verification may use. */
    public int checkedShare() {
        Requirements.range("gaussferry.verify.share", share, 0, 100);
        return share;
    }
}
