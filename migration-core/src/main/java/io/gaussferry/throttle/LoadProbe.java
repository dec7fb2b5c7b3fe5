package io.gaussferry.throttle;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** Reads figures of one server or machine at intervals. Confined to one thread. */
interface LoadProbe extends AutoCloseable {

    /** Returns what is probed, for messages. */
    String subject();

    /** Returns the figures that it reads. */
    Set<LoadFigure> figures();

    /**
     * Reads the figures; connects first if that is needed.
     *
     * @return the value of each figure; a figure that the account may not see is missing
     */
    Map<LoadFigure, Double> read() throws SQLException;

    /** Closes the connection; the next {@link #read} opens another one. */
    @Override
    void close();
}
