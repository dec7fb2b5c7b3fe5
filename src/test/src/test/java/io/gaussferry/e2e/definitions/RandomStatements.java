package io.gaussferry.e2e.definitions;

import io.gaussferry.schema.TableDefinition;
import java.util.List;

/** Generates statements about a table {@code t}. */
interface RandomStatements {

    /** Returns the statements that create the table, and the tables to which it refers. */
    List<String> tables();

    /** Returns a statement that adds a row. */
    String row(TableDefinition table);

    /** Returns an ALTER TABLE statement, which the source may reject. */
    String alter(TableDefinition table);
}
