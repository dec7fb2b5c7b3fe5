package io.gaussferry.opengauss.definition;

import io.gaussferry.opengauss.definition.ForeignKeyPlan.Key;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds foreign keys that the target's rows violate. */
public final class ForeignKeyViolations {

    private ForeignKeyViolations() {}

    /** Returns the keys violated by at least one row. Reads each table up to the first such row. */
    public static List<Key> find(Connection target, Collection<Key> keys) throws SQLException {
        List<Key> violated = new ArrayList<>();
        try (Statement statement = target.createStatement()) {
            for (Key key : keys) {
                try (ResultSet row = statement.executeQuery(key.orphans())) {
                    if (row.next()) {
                        violated.add(key);
                    }
                }
            }
        }
        return violated;
    }
}
