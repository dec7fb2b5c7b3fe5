package io.gaussferry.bench.tpcc;

import io.gaussferry.bench.load.LoadWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** A terminal that commits its transactions to MySQL. Confined to the thread that runs it. */
final class TpccWorker implements LoadWorker {
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final Connection connection;
    private final TpccTerminal terminal;

    /** Takes ownership of the connection, which is the terminal's. */
    TpccWorker(Connection connection, TpccTerminal terminal) throws SQLException {
        this.connection = connection;
        this.terminal = terminal;
        connection.setAutoCommit(false);
    }

    @Override
    public Done run(int most) throws SQLException {
        try {
            Optional<TpccTerminal.Executed> executed = terminal.execute();
            if (executed.isEmpty()) {
                connection.rollback();
                return Done.ROLLED_BACK;
            }
            connection.commit();
            return Done.rows(executed.get().rows());
        } catch (SQLException failure) {
            connection.rollback();
            if (failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
                return Done.ROLLED_BACK;
            }
            throw failure;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
