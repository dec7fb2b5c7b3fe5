package io.gaussferry.accounts;

import java.util.List;

/**
 * The privileges of the target for one of MySQL.
 *
 * @param privileges their names in GRANT; empty if there are none
 * @param gap what they do not permit, or permit in addition, and why; empty if they are equal
 */
record Equivalent(List<String> privileges, String gap) {

    Equivalent {
        privileges = List.copyOf(privileges);
    }

    static Equivalent of(String... privileges) {
        return new Equivalent(List.of(privileges), "");
    }

    static Equivalent none(String reason) {
        return new Equivalent(List.of(), reason);
    }
}
