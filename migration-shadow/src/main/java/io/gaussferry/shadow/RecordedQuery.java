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
record RecordedQuery(String database, String sql, List<@Nullable Object> parameters) {}
