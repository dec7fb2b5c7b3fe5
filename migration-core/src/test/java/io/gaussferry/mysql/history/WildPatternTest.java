package io.gaussferry.mysql.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildPatternTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop       | shop    | true",
                "shop       | Shop    | true",
                "shop       | shops   | false",
                "shop%      | shops   | true",
                "s_op       | shop    | true",
                "s\\_op     | shop    | false",
                "s\\_op     | s_op    | true",
                "%tmp       | app*    | true",
                "mysql%     | app*    | false",
                "%          | *       | true",
                "a%z        | *b      | false",
                "a%         | *b      | true",
                "__         | a*      | true",
                "_          | aa*     | false",
            })
    void detectsOverlappingPatterns(String rule, String setting, boolean overlaps) {
        assertThat(WildPattern.ofRule(rule).overlaps(WildPattern.ofSetting(setting)))
                .isEqualTo(overlaps);
        assertThat(WildPattern.ofSetting(setting).overlaps(WildPattern.ofRule(rule)))
                .isEqualTo(overlaps);
    }
}
