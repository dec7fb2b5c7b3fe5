package io.gaussferry.objects.translate;

import java.util.List;

/**
 * The type of a variable or parameter.
 *
 * @param target its type on the target
 * @param collation MySQL's collation of a string; empty for other types
 * @param members the members of an ENUM; otherwise empty
 */
record VariableType(String target, String collation, List<String> members) {

    VariableType {
        members = List.copyOf(members);
    }

    static VariableType of(String target) {
        return new VariableType(target, "", List.of());
    }

    boolean isEnum() {
        return !members.isEmpty();
    }
}
