package io.gaussferry.opengauss.decoding;

import io.gaussferry.opengauss.TargetSettings;

/**
 * Where changes on the target are read.
 *
 * @param target how to reach it, with an account that may replicate
 * @param replicationPort where it takes replication connections; 0 to try the port behind the URL's, where openGauss takes them, and then the
 *     URL's own
 * @param slot the replication slot
 * @param publication the publication
 * @param transactionPartBytes size from which on a transaction is passed on in fragments
 */
public record DecodingSettings(
        TargetSettings target, int replicationPort, String slot, String publication, long transactionPartBytes) {

    /** Returns the same with another slot. */
    public DecodingSettings with(String otherSlot) {
        return new DecodingSettings(target, replicationPort, otherSlot, publication, transactionPartBytes);
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
