package io.gaussferry.accounts;

import io.gaussferry.schema.Identifiers;

/**
 * A privilege of a role on the target.
 *
 * @param object the object
 * @param privilege its name in GRANT; {@link #MEMBER} for a granted role
 * @param isGrantable whether the role may grant it
 */
record TargetGrant(GrantObject object, String privilege, boolean isGrantable) {

    static final String MEMBER = "MEMBER";

    /** Returns whether a role with this privilege has another one, too. */
    boolean covers(TargetGrant other) {
        return privilege.equals(other.privilege)
                && (isGrantable || !other.isGrantable)
                && object.contains(other.object);
    }

    /** Returns the privilege and the object, as in GRANT. */
    String description() {
        if (object instanceof GrantObject.Role role) {
            return Identifiers.quoteTarget(role.name());
        }
        String columns =
                object instanceof GrantObject.Column column ? " (" + Identifiers.quoteTarget(column.name()) + ")" : "";
        return privilege + columns + " ON " + object.clause();
    }

    /** Returns the statement that grants it alone. */
    String sql(String role) {
        String option = object instanceof GrantObject.Role ? " WITH ADMIN OPTION" : " WITH GRANT OPTION";
        return "GRANT " + description() + " TO " + Identifiers.quoteTarget(role) + (isGrantable ? option : "");
    }
}
