package io.gaussferry.snapshot;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the target, without autocommit, prepared for loading. Thread-safe. */
public interface TargetConnections {

    /** Opens one, or takes one out of a pool; it belongs to the caller. */
    Connection open() throws SQLException;
}
