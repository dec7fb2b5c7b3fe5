package io.gaussferry.verify.compare;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows that differences between rows are no delay of the replay. One thread at a time. */
interface RowProof {

    /**
     * Tries to prove or to disprove that rows differ; repairs them if that is asked for and possible.
     *
     * @return the differences, none if all rows are equal; null if nothing could be proven
     */
    @Nullable
    List<Difference> prove(List<List<String>> keys) throws SQLException, InterruptedException;

    /** Returns why the last proof came to nothing, in words for the report; empty if there is nothing to say. */
    String lastObstacle();
}
