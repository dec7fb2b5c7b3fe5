package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArgumentTypesTest {

    @Test
    void convertsArgumentsThatTheTargetDoesNot() throws Exception {
        assertThat(TranslatedBody.of("SET p = dated(NOW(), p, t);"))
                .contains("CAST((date_trunc('second', ")
                .contains(" AS date), ")
                .contains(" AS timestamp without time zone))");
        assertThat(TranslatedBody.of("CALL noted(CURDATE(), @d);")).contains(" AS timestamp without time zone), @d)");
    }

    @Test
    void keepsArgumentsOfOtherRoutines() throws Exception {
        assertThat(TranslatedBody.of("SET p = other(NOW());")).doesNotContain("AS date");
    }
}
