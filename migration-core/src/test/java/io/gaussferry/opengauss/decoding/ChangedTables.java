package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;

/** Creates failures of the decoding for tests of its users. */
public final class ChangedTables {

    private ChangedTables() {}

    /** Returns the failure of a table that was altered on the target. */
    public static GaussferryException changed(TableId table) {
        return new ChangedTableException(table, "its columns or keys differ");
    }
}
