package io.gaussferry.accounts;

import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Statements that grant privileges to one role, with all privileges on an object in one statement. Immutable. */
final class GrantStatements {

    private record Group(String clause, boolean isGrantable) {}

    /** The columns of each privilege; none for privileges on the whole object. */
    private final Map<Group, Map<String, List<String>>> groups = new LinkedHashMap<>();

    private final String role;

    GrantStatements(String role, List<TargetGrant> grants) {
        this.role = role;
        for (TargetGrant grant : grants) {
            List<String> columns = groups.computeIfAbsent(
                            new Group(grant.object().clause(), grant.isGrantable()), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(grant.privilege(), unused -> new ArrayList<>());
            if (grant.object() instanceof GrantObject.Column column) {
                columns.add(column.name());
            }
        }
    }

    /** Returns the statements, without semicolons. */
    List<String> sql() {
        return groups.entrySet().stream()
                .map(group -> "GRANT " + privileges(group.getValue()) + " ON "
                        + group.getKey().clause() + to(group.getKey()))
                .toList();
    }

    /** Returns the statements that grant the privileges on tables or routines that an account creates later in a schema. */
    List<String> defaultsOf(String creator, String schema, String kind) {
        return groups.entrySet().stream()
                .map(group -> "ALTER DEFAULT PRIVILEGES FOR ROLE " + Identifiers.quoteTarget(creator) + " IN SCHEMA "
                        + Identifiers.quoteTarget(schema) + " GRANT " + privileges(group.getValue()) + " ON " + kind
                        + to(group.getKey()))
                .toList();
    }

    private String to(Group group) {
        return " TO " + Identifiers.quoteTarget(role) + (group.isGrantable() ? " WITH GRANT OPTION" : "");
    }

    private static String privileges(Map<String, List<String>> columns) {
        return columns.entrySet().stream()
                .map(privilege -> privilege.getKey()
                        + (privilege.getValue().isEmpty()
                                ? ""
                                : privilege.getValue().stream()
                                        .map(Identifiers::quoteTarget)
                                        .collect(Collectors.joining(", ", " (", ")"))))
                .collect(Collectors.joining(", "));
    }
}
