package io.gaussferry.testing;

import java.util.List;

/** The columns of Gaussferry's own tables on the target, in the order in which tests give their values. */
public final class StateColumns {

    /** Of {@code gaussferry.progress}. */
    public static final List<String> PROGRESS = List.of(
            "applier",
            "epoch",
            "gtid_set",
            "low_water",
            "low_water_file",
            "low_water_offset",
            "low_water_created",
            "source_uuid",
            "source_naming",
            "transactions",
            "ahead",
            "fingerprint");

    private StateColumns() {}
}
