package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Row image and SELECT contain the number; the member comes from the definition at that position of the binlog. */
class EnumCodecTest {

    private static final List<String> MEMBERS = List.of("new", "é", "old");

    private static EnumCodec enumeration(InvalidEnum invalid) {
        return EnumCodec.enumeration("c", 1, MEMBERS, rules(ConversionRules.defaults()), invalid, ColumnUsage.NONE);
    }

    private static EnumCodec set(List<String> members, int size) {
        return EnumCodec.set("c", size, members, rules(ConversionRules.defaults()));
    }

    private static TextRules rules(ConversionRules rules) {
        return new TextRules("c", "utf8mb4", rules, ColumnUsage.NONE);
    }

    @ParameterizedTest
    @CsvSource({"01, 1, new", "02, 2, é", "03, 3, old"})
    void writesMemberOfNumber(String image, String selected, String member) {
        assertThat(Written.fromBoth(enumeration(InvalidEnum.REFUSE), image, selected))
                .isEqualTo(member);
    }

    /** MySQL stores an invalid member as number 0, which it prints as an empty string. */
    @Test
    void appliesRuleToInvalidMember() {
        assertThat(Written.fromBoth(enumeration(InvalidEnum.TEXT), "00", "0")).isEmpty();
        assertThat(Written.fromBoth(enumeration(InvalidEnum.NULL), "00", "0")).isEqualTo("NULL");
        assertThatThrownBy(() -> Written.fromImage(enumeration(InvalidEnum.REFUSE), "00"))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("'' (number 0)");
    }

    @ParameterizedTest
    @CsvSource({
        "00, 0, ''",
        "01, 1, new",
        "05, 5, 'new,old'",
        "07, 7, 'new,é,old'",
    })
    void writesMembersOfBits(String image, String selected, String value) {
        assertThat(Written.fromBoth(set(MEMBERS, 1), image, selected)).isEqualTo(value);
    }

    @Test
    void readsAllBitsOfLargestSet() {
        List<String> members =
                IntStream.range(0, 64).mapToObj(member -> "m" + member).toList();
        assertThat(Written.fromBoth(set(members, 8), "ffffffffffffffff", "18446744073709551615"))
                .isEqualTo(String.join(",", members));
        assertThat(Written.fromBoth(set(members, 8), "0000000000000080", "9223372036854775808"))
                .isEqualTo("m63");
    }

    @Test
    void readsTwoBytesOfLargeEnum() {
        List<String> members =
                IntStream.rangeClosed(1, 300).mapToObj(member -> "m" + member).toList();
        EnumCodec codec = EnumCodec.enumeration(
                "c", 2, members, rules(ConversionRules.defaults()), InvalidEnum.REFUSE, ColumnUsage.NONE);
        assertThat(Written.fromBoth(codec, "2c01", "300")).isEqualTo("m300");
    }

    /** Such a number shows that the definition is of another time than the row. */
    @Test
    void rejectsNumberBeyondMembers() {
        assertThatThrownBy(() -> Written.fromImage(enumeration(InvalidEnum.TEXT), "04"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("member number 4 of an ENUM of 3");
        assertThatThrownBy(() -> Written.fromImage(set(MEMBERS, 1), "08"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("bits beyond its SET of 3 members");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "new", "-1", "1.0", "184467440737095516150"})
    void rejectsSelectedString(String selected) {
        assertThatThrownBy(() -> Written.fromSelect(enumeration(InvalidEnum.TEXT), selected))
                .isInstanceOf(UnconvertibleValueException.class);
    }

    @Test
    void writesEmptySetAsNullByRule() {
        EnumCodec codec = EnumCodec.set("c", 1, List.of("", "a"), rules(ChosenRules.emptyStringAsNull()));
        assertThat(Written.fromBoth(codec, "00", "0")).isEqualTo("NULL");
        assertThat(Written.fromBoth(codec, "01", "1")).isEqualTo("NULL");
        assertThat(Written.fromBoth(codec, "03", "3")).isEqualTo(",a");
    }

    /** A sum with zero would be a DOUBLE, which loses the upper members of a SET of 64. */
    @Test
    void selectsExactNumber() {
        assertThat(set(MEMBERS, 1).selectExpression("`c`")).isEqualTo("CAST(`c` AS UNSIGNED)");
    }
}
