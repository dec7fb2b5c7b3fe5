package io.gaussferry.type;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;

/**
 * A column as both sides define it.
 *
 * @param source its definition in MySQL
 * @param targetType its type on the target, as {@code format_type} prints it
 * @param takesNull whether the target's column may be NULL
 * @param target the target's properties
 */
public record ColumnPair(ColumnDefinition source, String targetType, boolean takesNull, TargetProfile target) {

    /** Returns the target's type without its aliases. */
    TypeName type() {
        return TypeName.parse(targetType).canonical();
    }

    /** Returns the column's name. */
    public String name() {
        return source.name();
    }

    /** Returns the name quoted for the target. */
    public String quoted() {
        return Identifiers.quoteTarget(source.name());
    }

    /** Returns whether the target's column stores strings without limiting them to members. */
    boolean isString() {
        return switch (type().base()) {
            case "character varying", "character", "nvarchar2", "text", "clob", "tinytext", "mediumtext", "longtext" ->
                true;
            default -> false;
        };
    }
}
