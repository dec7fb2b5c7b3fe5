package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The table {@code gaussferry.skipped_transaction} on the target: the transactions that an operator chose to skip, with the reason. */
public final class SkippedTransactions {

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public SkippedTransactions(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Records a transaction. Joins the connection's transaction.
     *
     * @param gtid its GTID
     * @param reason of the operator
     * @param definitions a description of the tables whose definitions were taken over with it; may be empty
     */
    public void add(Connection connection, String gtid, String reason, String definitions) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.skipped_transaction VALUES (?, ?, ?, ?, clock_timestamp())")) {
            insert.setString(1, pipeline);
            insert.setString(2, gtid);
            // no target stores U+0000 in a string
            insert.setString(3, reason.replace('\0', '\uFFFD'));
            insert.setString(4, definitions);
            insert.executeUpdate();
        }
    }
}
