package io.gaussferry.cutover.objects;

import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the accounts with privileges on the databases. */
final class SourceAccounts {

    private static final String ACCOUNT_REASON =
            "accounts and privileges are not migrated: gaussferry accounts prints a script for the target";

    private SourceAccounts() {}

    /** Returns the accounts with privileges on databases or tables, as far as the source's account may see them. Reads no secrets. */
    static List<ManualWork> read(Connection source, SourceSettings settings) throws SQLException {
        Map<String, Set<String>> privileges = new TreeMap<>();
        try (PreparedStatement select = source.prepareStatement(
                        "SELECT grantee, table_schema, CONCAT(privilege_type, ' ON ', table_schema, '.*')"
                                + " FROM information_schema.schema_privileges UNION ALL"
                                + " SELECT grantee, table_schema, CONCAT(privilege_type, ' ON ', table_schema, '.', table_name)"
                                + " FROM information_schema.table_privileges");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                // in privileges on databases _ and % are patterns unless they are escaped
                if (settings.includes(rows.getString(2).replace("\\", ""))) {
                    privileges
                            .computeIfAbsent(rows.getString(1), unused -> new TreeSet<>())
                            .add(rows.getString(3));
                }
            }
        }
        return privileges.entrySet().stream()
                .map(account -> new ManualWork(
                        "account", account.getKey(), ACCOUNT_REASON, String.join(", ", account.getValue())))
                .toList();
    }
}
