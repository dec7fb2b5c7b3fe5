package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.TargetProfile;

/**
 * Settings for reading changes from the target.
 *
 * @param target connection settings, with an account that may replicate
 * @param replicationPort port for replication connections; 0 to try the port after the URL's, which openGauss uses, and
 *     then the URL's own
 * @param slot the replication slot
 * @param publication the publication
 * @param transactionPartBytes threshold for delivering a transaction in fragments
 * @param rules conversion rules of the migration from MySQL
 */
public record DecodingSettings(
        TargetSettings target,
        int replicationPort,
        String slot,
        String publication,
        long transactionPartBytes,
        RuleBook rules) {

    /** Returns the same settings with a different slot. */
    public DecodingSettings with(String otherSlot) {
        return new DecodingSettings(target, replicationPort, otherSlot, publication, transactionPartBytes, rules);
    }

    /** Returns the conversion of the migration from MySQL. */
    Conversion conversion(TargetProfile profile) {
        return new Conversion(profile, rules, new RuleUsage());
    }

    /**
     * Returns the name of the prefetch slot, which exists while there is a large backlog and runs ahead of the main
     * slot.
     */
    public String prefetchSlot() {
        return slot + "_2";
    }

    @Override
    public String toString() {
        return "replication slot " + slot + " of " + target;
    }
}
