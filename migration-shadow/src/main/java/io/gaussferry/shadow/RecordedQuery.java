package io.gaussferry.shadow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An executed query.
 *
 * @param database the current database; empty for none
 * @param sql its SQL
 * @param parameters the values of its placeholders, in order; null for NULL
 */
record RecordedQuery(String database, String sql, List<@Nullable Object> parameters) {

    /** Returns the number of its characters and bytes, about. */
    long size() {
        long size = sql.length();
        for (Object parameter : parameters) {
            size += parameter instanceof String text
                    ? text.length()
                    : parameter instanceof byte[] bytes ? bytes.length : 1;
        }
        return size;
    }
}
