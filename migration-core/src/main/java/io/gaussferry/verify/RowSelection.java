package io.gaussferry.verify;

import io.gaussferry.verify.read.ComparedTable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Says which rows of the tables are compared. */
public interface RowSelection {

    /** All of them. */
    RowSelection ALL = table -> Optional.empty();

    /**
     * Returns the keys of the rows of a table that are compared; empty for all its rows. Called once a table; what it returns is used
     * by one thread at a time.
     *
     * @param table one with a key
     */
    Optional<Iterator<List<String>>> keys(ComparedTable table);
}
