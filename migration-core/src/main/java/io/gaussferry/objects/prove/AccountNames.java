package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of both sides' accounts, which USER() and CURRENT_USER() return. A value that is one of them is equal to the others. */
final class AccountNames {

    /** Stands for an account of either side. Has a character that no name has. */
    private static final String COMMON = "\u0000account";

    private final Set<String> names;
    private boolean isUsed;

    /** @param names of both sides: copied rows may have those of the other one */
    AccountNames(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** Reads the names of the sessions' accounts. */
    static AccountNames read(Connection source, Connection target) throws SQLException {
        Set<String> names = new HashSet<>(names(source, "SELECT USER() UNION SELECT CURRENT_USER()"));
        names.addAll(names(target, "SELECT CAST(current_user AS text) UNION SELECT CAST(session_user AS text)"));
        return new AccountNames(names);
    }

    private static List<String> names(Connection side, String query) throws SQLException {
        return Sql.list(side, row -> row.getString(1), query);
    }

    /** Returns the form of a value that both sides have in common. */
    @Nullable
    String common(@Nullable String value) {
        if (value == null || !names.contains(value)) {
            return value;
        }
        isUsed = true;
        return COMMON;
    }

    /** Returns the remark of a report that names were equal. */
    String description() {
        return isUsed ? ", with the names of both accounts as equal" : "";
    }
}
