package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementPairTest {

    @Test
    void joinsTheConditionsOfTwoRows() {
        StatementPair one = new StatementPair("DELETE FROM `t` WHERE `a` = '1'", "DELETE FROM \"t\" WHERE \"a\" = '1'");
        StatementPair other =
                new StatementPair("DELETE FROM `t` WHERE `a` = ' WHERE '", "DELETE FROM \"t\" WHERE \"a\" = ' WHERE '");
        assertThat(one.and(other, " WHERE ", " OR "))
                .isEqualTo(new StatementPair(
                        "DELETE FROM `t` WHERE `a` = '1' OR `a` = ' WHERE '",
                        "DELETE FROM \"t\" WHERE \"a\" = '1' OR \"a\" = ' WHERE '"));
    }
}
