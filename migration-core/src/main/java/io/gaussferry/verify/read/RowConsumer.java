package io.gaussferry.verify.read;

import java.sql.SQLException;

/** Takes rows one after the other; each is valid until the next. */
public interface RowConsumer {
    void accept(Row row) throws SQLException;
}
