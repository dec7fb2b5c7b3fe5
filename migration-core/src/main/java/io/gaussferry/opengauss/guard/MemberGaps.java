package io.gaussferry.opengauss.guard;

import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import java.util.stream.Collectors;

/** Strings that are not members of MySQL's ENUM or SET. The target's own enumerations and sets refuse them. */
final class MemberGaps {

    private MemberGaps() {}

    static List<ValueGap> of(ColumnPair column) {
        if (!column.isString() || !column.source().hasKnownMembers()) {
            return List.of();
        }
        String quoted = column.quoted();
        String members =
                column.source().members().stream().map(Identifiers::literal).collect(Collectors.joining(", "));
        boolean isSet = column.source().type() == MySqlType.SET;
        String condition = isSet
                ? "(" + quoted + " = '' OR string_to_array(" + quoted + ", ',') <@ ARRAY[" + members + "])"
                : quoted + " IN (" + members + (column.source().members().contains("") ? ")" : ", '')");
        return List.of(ValueGap.guarded(
                column.name(),
                "members",
                "strings that are not " + (isSet ? "a set of members" : "a member"),
                condition));
    }
}
