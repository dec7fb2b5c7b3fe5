package io.gaussferry.target;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The differences between products in roles and privileges.
 *
 * @param withoutPassword the option of CREATE ROLE for a role that has no password, with a leading space; empty if it is the default
 * @param names the names that a role can have
 * @param tablePrivileges the privileges on tables of others beyond those of all products: ALTER, DROP, INDEX
 * @param sequencePrivileges the privilege on the sequence of a table's column that a privilege on the table needs
 * @param routine the word for functions and procedures in GRANT
 * @param authentication the method for passwords in {@code pg_hba.conf}
 */
public record RoleRules(
        String withoutPassword,
        Pattern names,
        Set<String> tablePrivileges,
        Map<String, String> sequencePrivileges,
        String routine,
        String authentication) {

    public RoleRules {
        tablePrivileges = Set.copyOf(tablePrivileges);
        sequencePrivileges = Map.copyOf(sequencePrivileges);
    }

    /** Returns whether the product accepts the name of a role. */
    public boolean isName(String name) {
        return names.matcher(name).matches();
    }
}
