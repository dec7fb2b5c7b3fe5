package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.settings.SourceAccount;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FenceMemoryFormatTest {

    /** MySQL accepts such user names; without them in the memory an account would remain locked. */
    @Test
    void storesAnyAccountName() {
        Map<String, String> memory =
                Map.of("a=b@%", "N", "a\\=b@%", "Y", "=@%", "N", "c\\@10.%", "N", "d\\n@%", "Y", "server", "x=y\\");
        assertThat(FenceMemoryFormat.parse(FenceMemoryFormat.of(memory))).isEqualTo(memory);
        assertThat(SourceAccount.parse("a=b@%")).isEqualTo(new SourceAccount("a=b", "%"));
    }

    @Test
    void readsMemoryOfEarlierVersion() {
        assertThat(FenceMemoryFormat.parse("a\\b@%=N\nshop@10.%=Y\n"))
                .isEqualTo(Map.of("a\\b@%", "N", "shop@10.%", "Y"));
    }

    @Test
    void refusesLineBreaks() {
        assertThatThrownBy(() -> FenceMemoryFormat.of(Map.of("a\nb@%", "N")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
