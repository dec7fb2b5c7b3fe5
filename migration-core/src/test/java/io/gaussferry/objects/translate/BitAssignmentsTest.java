package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On dolphin a variable of type BIT is a number: one of type {@code bit} accepts no value that is shorter than 64 bits. */
class BitAssignmentsTest {

    @Test
    void declaresNumbers() throws Exception {
        assertThat(TranslatedBody.of(
                        "DECLARE f BIT DEFAULT 0; DECLARE g BIT(4) DEFAULT b'101'; SET f = TRUE; SET g = b'11';"))
                .contains("\"f\" uint8 DEFAULT 0", "\"g\" uint8 DEFAULT 5", "\"f\" := CAST((1) AS int);", "\"g\" := 3;")
                .doesNotContain("too long for a variable");
    }

    @Test
    void refusesWhatTheTypeDoesNotHold() throws Exception {
        assertThat(TranslatedBody.of("DECLARE f BIT(3); SET f = 8; SET f = p;"))
                .contains("\"f\" := 8; IF \"f\" > 7 THEN RAISE", "\"f\" := \"v_p\"; IF \"f\" > 7 THEN RAISE");
    }

    @Test
    void comparesWithBits() throws Exception {
        assertThat(TranslatedBody.of("DECLARE f BIT(3); IF f = b'101' THEN SET p = 1; END IF;"))
                .contains("IF \"f\" = 5 THEN");
    }

    @Test
    void leavesByHandWhatIsNoNumber() {
        assertThatThrownBy(() -> TranslatedBody.of("DECLARE f BIT(8); SET f = '1';"))
                .hasMessageContaining("a string for a variable of type BIT");
        assertThatThrownBy(() -> TranslatedBody.of("DECLARE f BIT(8) DEFAULT p;"))
                .hasMessageContaining("a default of a BIT that is no constant of its length");
    }

    /** A parameter of type {@code bit} accepts no number. */
    @Test
    void takesNumbersAsArguments() {
        ArgumentFit fit = ArgumentFit.of(
                "p",
                new ColumnDefinition("p", MySqlType.BIT, false, "", 3, 0, 0, null, List.of(), true),
                VariableType.ofBits(3).target(),
                true);
        assertThat(fit.signature()).isEqualTo("numeric");
        assertThat(fit.check()).singleElement().asString().contains("round(p) NOT BETWEEN 0 AND 7", "22001");
    }
}
