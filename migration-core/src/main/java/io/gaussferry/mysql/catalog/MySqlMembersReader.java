package io.gaussferry.mysql.catalog;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines the members of ENUM and SET columns that MySQL cannot print. MySQL stores the declaration of a column in utf8mb3,
 * and prints a question mark for every other character, in information_schema and SHOW CREATE TABLE alike.
 *
 * <p>A recursive query returns the exact members. Its column has the type of the first part with a type, which is the ENUM
 * itself; a number from a later part is converted to the member with that number. The query needs no rows of the table and only
 * the SELECT privilege. MySQL 5.7 has no recursive queries, so the characters remain unknown.
 */
final class MySqlMembersReader {

    /** Character sets with characters that utf8mb3 does not have. */
    private static final Set<String> BEYOND_UTF8MB3 = Set.of("utf8mb4", "utf16", "utf16le", "utf32", "gb18030");

    private static final int FIRST_BEYOND = 0x10000;

    private final Connection connection;
    private final boolean hasRecursiveQueries;

    MySqlMembersReader(Connection connection, SourceFeatures features) {
        this.connection = connection;
        this.hasRecursiveQueries = features.hasRecursiveMembers();
    }

    /** Returns whether a question mark in a member may represent another character. */
    static boolean isUncertain(ColumnDefinition column) {
        return column.members().stream().anyMatch(member -> isUncertain(column.characterSet(), member));
    }

    /** Returns whether a question mark that MySQL prints for a column of a character set may represent another character. */
    static boolean isUncertain(@Nullable String characterSet, String printed) {
        return printed.indexOf('?') >= 0 && BEYOND_UTF8MB3.contains(String.valueOf(characterSet));
    }

    /** Returns the members, with {@link ColumnDefinition#UNKNOWN_CHARACTER} for each character that cannot be determined. */
    List<String> read(TableId table, ColumnDefinition column) throws SQLException {
        List<String> found = hasRecursiveQueries ? select(table, column) : List.of();
        boolean plausible = found.size() == column.members().size();
        for (int i = 0; plausible && i < found.size(); i++) {
            plausible = asPrinted(found.get(i)).equals(column.members().get(i));
        }
        return plausible
                ? found
                : column.members().stream()
                        .map(member -> member.replace('?', ColumnDefinition.UNKNOWN_CHARACTER))
                        .toList();
    }

    private List<String> select(TableId table, ColumnDefinition column) throws SQLException {
        int size = column.members().size();
        String number = column.type() == MySqlType.SET ? "1 << k" : "k + 1";
        String query = "WITH RECURSIVE m (k, v) AS (SELECT 0, NULL UNION ALL SELECT 0, "
                + Identifiers.quoteSource(column.name()) + " FROM " + Identifiers.quoteSource(table)
                + " WHERE FALSE UNION ALL SELECT k + 1, " + number + " FROM m WHERE k < " + size + ")"
                + " SELECT /*+ SET_VAR(cte_max_recursion_depth = " + (size + 1)
                + ") */ HEX(CONVERT(v USING utf8mb4)) FROM m WHERE k > 0 ORDER BY k";
        List<String> members = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                String digits = rows.getString(1);
                members.add(digits == null ? "" : new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8));
            }
        }
        return members;
    }

    /** Returns the member as MySQL prints it, to verify the query's result. */
    private static String asPrinted(String member) {
        StringBuilder printed = new StringBuilder();
        member.codePoints().forEach(character -> printed.appendCodePoint(character < FIRST_BEYOND ? character : '?'));
        return printed.toString();
    }
}
