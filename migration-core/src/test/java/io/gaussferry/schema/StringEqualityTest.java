package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StringEqualityTest {

    @ParameterizedTest
    @CsvSource({
        "BY_COLLATION, utf8mb4_0900_ai_ci, true",
        "BY_COLLATION, latin1_swedish_ci, true",
        "BY_COLLATION, utf8mb4_bin, true",
        "BY_COLLATION, utf8mb4_general_ci, false",
        "BY_COLLATION, utf8mb3_general_ci, false",
        "WITHOUT_TRAILING_BLANKS, utf8mb4_0900_bin, true",
        "WITHOUT_TRAILING_BLANKS, utf8mb4_bin, false",
        "EXACT, utf8mb4_0900_bin, false"
    })
    void isLooserThanCollationsThatDistinguishMore(StringEquality equality, String source, boolean looser) {
        assertThat(equality.isLooserThan(source)).isEqualTo(looser);
    }
}
