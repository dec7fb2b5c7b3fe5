package io.gaussferry.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.target.RoleRules;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of equivalents. */
class PrivilegeMappingTest {

    private static final RoleRules OWNERS_ONLY =
            new RoleRules("", Pattern.compile(".+"), Set.of(), Map.of(), "ROUTINE", "md5");

    @ParameterizedTest
    @CsvSource({
        "SELECT, '[SELECT]', false",
        "INSERT, '[INSERT]', false",
        "UPDATE, '[UPDATE]', false",
        "DELETE, '[DELETE]', false",
        "REFERENCES, '[REFERENCES]', false",
        "TRIGGER, '[TRIGGER]', false",
        "ALTER, '[ALTER]', false",
        "INDEX, '[INDEX]', false",
        "DROP, '[DROP, TRUNCATE]', false",
        "CREATE, '[]', true",
        "CREATE VIEW, '[]', true",
        "SHOW VIEW, '[]', true",
        "LOCK TABLES, '[]', true",
        "CREATE TEMPORARY TABLES, '[]', true",
        "EVENT, '[]', true",
        "ALTER ROUTINE, '[]', true",
        "DELETE HISTORY, '[]', true"
    })
    void mapsPrivilegesOnTables(String privilege, String granted, boolean hasGap) {
        Equivalent equivalent = new PrivilegeMapping(AccountsOfSource.RULES).onTables(privilege);
        assertThat(equivalent.privileges()).hasToString(granted);
        assertThat(equivalent.gap().isEmpty()).isEqualTo(!hasGap);
    }

    @ParameterizedTest
    @CsvSource({"ALTER, '[]'", "INDEX, '[]'", "DROP, '[TRUNCATE]'"})
    void namesDefinitionsThatTheTargetLeavesToOwners(String privilege, String granted) {
        Equivalent equivalent = new PrivilegeMapping(OWNERS_ONLY).onTables(privilege);
        assertThat(equivalent.privileges()).hasToString(granted);
        assertThat(equivalent.gap()).contains("only the owner of a table");
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT, true",
        "CREATE ROUTINE, true",
        "EVENT, true",
        "PROCESS, false",
        "SUPER, false",
        "BACKUP_ADMIN, false"
    })
    void distinguishesPrivilegesOfTheServer(String privilege, boolean isOfDatabase) {
        assertThat(PrivilegeMapping.isOfDatabase(privilege)).isEqualTo(isOfDatabase);
    }
}
