package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.TargetProfile;

/**
 * Where changes on the target are read.
 *
 * @param target how to reach it, with an account that may replicate
 * @param replicationPort where it takes replication connections; 0 to try the port behind the URL's, where openGauss takes them, and then the
 *     URL's own
 * @param slot the replication slot
 * @param publication the publication
 * @param transactionPartBytes size from which on a transaction is passed on in fragments
 * @param rules by which MySQL's values got there
 */
public record DecodingSettings(
        TargetSettings target,
        int replicationPort,
        String slot,
        String publication,
        long transactionPartBytes,
        RuleBook rules) {

    /** Returns the same with another slot. */
    public DecodingSettings with(String otherSlot) {
        return new DecodingSettings(target, replicationPort, otherSlot, publication, transactionPartBytes, rules);
    }

    /** Returns how values got there. */
    Conversion conversion(TargetProfile profile) {
        return new Conversion(profile, rules, new RuleUsage());
    }

    /** Returns the name of a slot that is there while much has piled up, and runs ahead of the first. */
    public String slotAhead() {
        return slot + "_2";
    }

    @Override
    public String toString() {
        return "replication slot " + slot + " of " + target;
    }
}
