package io.gaussferry.verify.compare;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves that differences between rows are not a delay of the replay. Used by one thread at a time. */
interface RowProof {

    /**
     * Tries to prove or disprove that rows differ; repairs them if requested and possible.
     *
     * @return the differences, none if all rows are equal; null if nothing was proven
     */
    @Nullable
    List<Difference> prove(List<List<String>> keys) throws SQLException, InterruptedException;

    /** Returns the reason for the report why the last attempt failed; empty if there is none. */
    String lastObstacle();
}
