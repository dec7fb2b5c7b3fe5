package io.gaussferry.e2e;

import java.sql.SQLException;
import java.util.List;

/** Generates the statements of a {@link RandomHistory}. The source may reject any of them. */
interface RandomWork {

    /** Returns the statements that create the first tables, with rows. */
    List<String> schema() throws SQLException;

    /** Returns the statements of one session: its settings, then a statement or a transaction of several. */
    List<String> step() throws SQLException;
}
