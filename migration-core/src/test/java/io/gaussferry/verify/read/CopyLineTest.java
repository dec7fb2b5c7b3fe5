package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyLineTest {

    private static Row read(String line) {
        Row row = new Row(3);
        new CopyLine(List.of(ValueForm.EXACT, ValueForm.EXACT, ValueForm.EXACT))
                .read(line.getBytes(StandardCharsets.UTF_8), row);
        return row;
    }

    @Test
    void splitsAndUnescapesValues() {
        Row row = read("é\ta\\tb\\nc\\\\N\\r\t\\N\n");
        assertThat(row.text(0)).isEqualTo("é");
        assertThat(row.text(1)).isEqualTo("a\tb\nc\\N\r");
        assertThat(row.text(2)).isNull();
        Row empty = read("\t\\\\\t\n");
        assertThat(empty.text(0)).isEmpty();
        assertThat(empty.text(1)).isEqualTo("\\");
        assertThat(empty.text(2)).isEmpty();
    }

    @Test
    void rejectsLineThatIsNoRow() {
        assertThatThrownBy(() -> read("a\tb\n")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> read("a\tb\tc")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void distinguishesRowsByHash() {
        assertThat(read("a\tbc\td\n").hash()).isEqualTo(read("a\tbc\td\n").hash());
        assertThat(read("a\tbc\td\n").hash()).isNotEqualTo(read("ab\tc\td\n").hash());
        assertThat(read("\\N\t\tx\n").hash()).isNotEqualTo(read("\t\\N\tx\n").hash());
        assertThat(read("a\tbc\td\n").hash(new int[] {0}))
                .isEqualTo(read("a\tx\ty\n").hash(new int[] {0}));
        assertThat(read("12345678\t\t\n").hash())
                .isNotEqualTo(read("12345679\t\t\n").hash());
    }
}
