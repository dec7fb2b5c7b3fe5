package io.gaussferry.verify;

import io.gaussferry.verify.read.ComparedTable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Selects the rows to compare. */
public interface RowSelection {

    /** Selects all rows. */
    RowSelection ALL = table -> Optional.empty();

    /**
     * Returns the keys of the rows to compare; empty for all rows. Called once per table; the result is used by one thread at a time.
     *
     * @param table a table with a key
     */
    Optional<Iterator<List<String>>> keys(ComparedTable table);
}
