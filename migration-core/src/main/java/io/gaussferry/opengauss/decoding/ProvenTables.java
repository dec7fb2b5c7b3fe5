package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The tables whose changed rows a slot of the target has sent while writers wrote, see {@link ArmingRehearsal#prove}.
 *
 * @param fingerprints of their definitions then, by their names on the target: see {@link TargetShape#fingerprint}
 */
public record ProvenTables(Map<TableId, String> fingerprints) {

    /** No tables: all are proven while writers wait. */
    public static final ProvenTables NONE = new ProvenTables(Map.of());

    /** Enough to show that a new slot sends rows; each takes one to two milliseconds of the target. */
    private static final int SAMPLE = 10;

    public ProvenTables {
        fingerprints = Map.copyOf(fingerprints);
    }

    /** Returns the tables whose rows a new slot has to send: those that are not proven as they are now, and a few of the others. */
    List<TargetShape> remaining(Collection<TargetShape> tables) {
        List<TargetShape> remaining = new ArrayList<>();
        int sampled = 0;
        for (TargetShape table : tables) {
            boolean isProven = table.fingerprint().equals(fingerprints.get(table.id()));
            if (!isProven || sampled++ < SAMPLE) {
                remaining.add(table);
            }
        }
        return remaining;
    }
}
