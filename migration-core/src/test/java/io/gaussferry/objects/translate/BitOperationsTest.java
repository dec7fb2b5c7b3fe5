package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Operations on bits have unsigned operands, as in MySQL. */
class BitOperationsTest {

    private static final String P = "CAST((\"v_p\") AS unsigned)";

    @Test
    void readsUnsignedNumbers() throws SQLException {
        assertThat(TranslatedBody.of("SET p = p | 8;")).contains("(" + P + " | 8)");
        assertThat(TranslatedBody.of("SET p = p & -8;")).contains("(" + P + " & CAST((-8) AS unsigned))");
        assertThat(TranslatedBody.of("SET p = p << 2 >> p;")).contains("((" + P + " << 2) >> \"v_p\")");
        assertThat(TranslatedBody.of("SET p = 1 << 40;")).contains("(CAST((1) AS unsigned) << 40)");
        assertThat(TranslatedBody.of("SELECT price | 1 INTO p FROM Item LIMIT 1;"))
                .contains("(CAST(CAST((\"price\") AS signed) AS unsigned) | 1)");
        assertThat(TranslatedBody.of("SELECT weight | 1 INTO p FROM Item LIMIT 1;"))
                .contains("(CAST(round(CAST((\"weight\") AS double precision)) AS unsigned) | 1)");
        assertThat(TranslatedBody.of("SET p = (p = 3) | p;")).contains("(CAST(((\"v_p\" = 3)) AS int) | " + P + ")");
    }

    @Test
    void leavesMasksAsTheyAre() throws SQLException {
        assertThat(TranslatedBody.of("SET p = p & 4;")).contains("(\"v_p\" & 4)");
        assertThat(TranslatedBody.of("SET p = (p & 4) | 3;")).contains("(((\"v_p\" & 4)) | 3)");
        assertThat(TranslatedBody.of("SET p = p & ~4;")).contains("(" + P + " & (~4))");
    }

    @Test
    void aggregatesUnsignedNumbers() throws SQLException {
        assertThat(TranslatedBody.of("SELECT BIT_OR(id), BIT_AND(id) INTO p, p FROM Item;"))
                .contains("coalesce(bit_or(CAST((\"Id\") AS unsigned)), 0)", " bit_and(CAST((\"Id\") AS unsigned))");
    }

    @Test
    void refusesBinaryStrings() throws SQLException {
        assertThat(TranslatedBody.refusal("SELECT bytes & bytes INTO p FROM Item LIMIT 1;"))
                .contains("the bits of a binary string");
    }
}
