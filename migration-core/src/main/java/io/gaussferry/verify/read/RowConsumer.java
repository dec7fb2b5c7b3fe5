package io.gaussferry.verify.read;

import java.sql.SQLException;

/** Receives rows one after the other; each is valid until the next call. */
public interface RowConsumer {
    void accept(Row row) throws SQLException;
}
