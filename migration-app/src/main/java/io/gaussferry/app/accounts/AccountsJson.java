package io.gaussferry.app.accounts;

import io.gaussferry.accounts.AccountMigration.Result;
import io.gaussferry.accounts.AccountMigration.Role;
import io.gaussferry.accounts.Gap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Writes planned roles as JSON. */
final class AccountsJson {

    private AccountsJson() {}

    static String of(Result result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("roles", result.roles().stream().map(AccountsJson::role).toList());
        document.put("gaps", result.gaps().stream().map(AccountsJson::gap).toList());
        document.put("script", result.script());
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
    }

    private static Map<String, Object> role(Role role) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", role.name());
        document.put("login", role.canLogin());
        document.put("accounts", role.accounts().stream().map(Object::toString).toList());
        document.put("granted", role.granted());
        document.put(
                "withheld",
                role.withheld().stream()
                        .map(withheld -> Map.of("sql", withheld.sql(), "reason", withheld.reason()))
                        .toList());
        return document;
    }

    private static Map<String, Object> gap(Gap gap) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("account", gap.account());
        document.put("subject", gap.subject());
        document.put("reason", gap.reason());
        return document;
    }
}
