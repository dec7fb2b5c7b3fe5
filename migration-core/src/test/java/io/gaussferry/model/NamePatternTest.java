package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {

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
        assertThat(NamePattern.like(rule).overlaps(NamePattern.of(setting))).isEqualTo(overlaps);
        assertThat(NamePattern.of(setting).overlaps(NamePattern.like(rule))).isEqualTo(overlaps);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop       | shop    | true",
                "shop       | Shop    | false",
                "shop%      | shops   | true",
                "s_op       | shop    | true",
                "s_op       | sop     | false",
                "s\\_op     | shop    | false",
                "s\\_op     | s_op    | true",
                "a.c        | abc     | false",
            })
    void matchesAsMySql(String pattern, String name, boolean matches) {
        assertThat(NamePattern.like(pattern).matches(name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop*      | shops   | true",
                "*op*       | shops   | true",
                "`shop*`    | shops   | false",
                "`shop*`    | shop*   | true",
                "s_op       | shop    | false",
                "s%         | shop    | false",
                "`s*        | `shop   | true",
            })
    void matchesAsInSettings(String pattern, String name, boolean matches) {
        assertThat(NamePattern.of(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void returnsOnlyNameOfPatternWithoutPlaceholder() {
        assertThat(NamePattern.of("`a``*`").only()).contains("a`*");
        assertThat(NamePattern.like("s\\_p").only()).contains("s_p");
        assertThat(NamePattern.of("a*").only()).isEmpty();
        assertThat(NamePattern.like("a_").only()).isEmpty();
    }
}
