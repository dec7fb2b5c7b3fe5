package io.gaussferry.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class TargetServersTextTest {

    private static String text(String json) {
        return TargetServersText.of(new ObjectMapper().readTree(json));
    }

    @Test
    void showsNothingWithOneServer() {
        assertThat(text("null")).isEmpty();
    }

    @Test
    void showsRolesAndNoChangeThatWasNotSeen() {
        assertThat(text("""
                {"hosts": [{"address": "db1:5432", "condition": "PRIMARY", "detail": ""},
                           {"address": "db2:5432", "condition": "STANDBY", "detail": "Standby, Normal"}],
                 "changes": 0, "secondsSinceChange": null, "unusableSeconds": 0, "commitWaitSeconds": 0.2}
                """)).isEqualTo("db1:5432: primary\ndb2:5432: standby (Standby, Normal)");
    }

    @Test
    void showsProblems() {
        assertThat(text("""
                {"hosts": [{"address": "db1:5432", "condition": "REFUSED", "detail": ""}], "changes": 2,
                 "secondsSinceChange": 61.4, "unusableSeconds": 3.04, "commitWaitSeconds": 12.5, "problem": "It was replaced."}
                """)).isEqualTo("""
                db1:5432: refused
                2 changes of the primary, the last 61 s ago
                no writes for 3.0 s: It was replaced.
                a COMMIT has waited for a standby for 12.5 s""");
    }
}
