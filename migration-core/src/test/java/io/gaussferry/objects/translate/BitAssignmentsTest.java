package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The target refuses a number for bits of another length than that of its type. */
class BitAssignmentsTest {

    @Test
    void writesNumbersForVariablesAsBits() throws Exception {
        assertThat(TranslatedBody.of("DECLARE f BIT DEFAULT 0; DECLARE g BIT(4) DEFAULT 5; SET f = 1; SET g = 3;"))
                .contains(
                        "\"f\" bit(1) DEFAULT B'0'",
                        "\"g\" bit(4) DEFAULT B'0101'",
                        "\"f\" := B'1'",
                        "\"g\" := B'0011'");
    }

    @Test
    void keepsWhatTheTypeDoesNotHold() throws Exception {
        assertThat(TranslatedBody.of("DECLARE f BIT; SET f = 2; SET f = p;"))
                .contains("\"f\" := 2", "\"f\" := \"v_p\"");
    }
}
