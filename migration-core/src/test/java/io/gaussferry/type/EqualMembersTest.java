package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EqualMembersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"a,A", "e,b,É", "strasse,straße", "ae,æ", "o,ø", "ア,あ", "ｱ,ア", "ς,σ", "и,й", "😀,😁", "a,a\u0001"
            })
    void findsMembersThatACollationMayTreatAsEqual(String members) {
        assertThat(EqualMembers.mayExist(List.of(members.split(",")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "open,closed,on hold", "男,女,未知", "да,нет", "é,a", "ναι,όχι", "はい,いいえ", "예,아니요"})
    void knowsThatOthersDiffer(String members) {
        assertThat(EqualMembers.mayExist(List.of(members.split(",")))).isFalse();
    }
}
