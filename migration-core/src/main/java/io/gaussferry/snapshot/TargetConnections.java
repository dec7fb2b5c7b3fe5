package io.gaussferry.snapshot;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the target, without autocommit and prepared for loading. Thread-safe. */
public interface TargetConnections {

    /** Opens a connection, or takes it from a pool; the caller must close it. */
    Connection open() throws SQLException;
}
