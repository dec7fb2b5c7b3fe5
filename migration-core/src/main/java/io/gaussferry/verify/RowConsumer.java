package io.gaussferry.verify;

import java.sql.SQLException;

/** Takes rows one after the other; each is valid until the next. */
interface RowConsumer {
    void accept(Row row) throws SQLException;
}
