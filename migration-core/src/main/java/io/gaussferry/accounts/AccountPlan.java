package io.gaussferry.accounts;

import java.util.List;

/**
 * The roles and privileges for the target, and what they do not reproduce.
 *
 * @param roles in the order of their creation
 * @param gaps in the order of accounts
 */
record AccountPlan(List<RolePlan> roles, List<Gap> gaps) {

    AccountPlan {
        roles = List.copyOf(roles);
        gaps = List.copyOf(gaps);
    }
}
