package io.gaussferry.convert.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleUsageTest {

    private final RuleUsage usage = new RuleUsage();
    private final Conversion conversion = new Conversion(
            Columns.POSTGRES,
            RuleBook.of(ChosenRules.of(ZeroDate.NULL, Nul.STRIP, InvalidBytes.REPLACE, TimeOutOfRange.TEXT)),
            usage);

    private void write(String declaration, @Nullable String characterSet, CopyText sink, String... values) {
        ColumnDefinition column = Columns.column(declaration, characterSet);
        ValueCodec codec = conversion.copyCodec(new TableId("s", "t"), column);
        for (String value : values) {
            codec.writeSelected(value.getBytes(StandardCharsets.ISO_8859_1), sink);
        }
    }

    @Test
    void countsEveryReplacedValueOnce() {
        CopyText sink = new CopyText();
        write("date", null, sink, "0000-00-00", "2024-02-29", "2024-02-30");
        write("varchar(20)", "utf8mb4", sink, "a\0b\0c", "plain", "a\u00ff\u00ffb", "\0\u00ff");
        write("time", null, sink, "-01:00:00", "10:00:00", "24:00:00");
        assertThat(usage.uses()).isEmpty();
        usage.committed();
        assertThat(usage.uses().stream().map(Object::toString).toList())
                .containsExactly(
                        "rule invalid-bytes used 2 times in s.t.c",
                        "rule nul used 2 times in s.t.c",
                        "rule time-out-of-range used 2 times in s.t.c",
                        "rule zero-date used 2 times in s.t.c");
    }

    @Test
    void countsValueWrittenAgainAfterRollbackOnce() {
        CopyText sink = new CopyText();
        write("date", null, sink, "0000-00-00");
        RuleUsage.Savepoint before = usage.savepoint();
        write("date", null, sink, "0000-00-00");
        write("varchar(20)", "utf8mb4", sink, "a\0");
        usage.rolledBackTo(before);
        write("date", null, sink, "0000-00-00");
        usage.committed();
        assertThat(usage.uses().stream().map(Object::toString).toList())
                .containsExactly("rule zero-date used 2 times in s.t.c");
    }

    @Test
    void ignoresRolledBackAndComparedValues() {
        CopyText sink = new CopyText();
        write("date", null, sink, "0000-00-00");
        usage.rolledBack();
        sink.countRules(false);
        write("date", null, sink, "0000-00-00");
        sink.countRules(true);
        usage.committed();
        assertThat(usage.uses()).isEmpty();
        write("date", null, sink, "0000-00-00");
        usage.committed();
        usage.committed();
        assertThat(usage.uses()).isEqualTo(List.of(new RuleUsage.Use("zero-date", new TableId("s", "t"), "c", 1)));
    }

    @Test
    void commitsCountsPerThread() throws InterruptedException {
        write("date", null, new CopyText(), "0000-00-00");
        Thread other = new Thread(() -> {
            write("date", null, new CopyText(), "0000-00-00", "0000-00-00");
            usage.committed();
        });
        other.start();
        other.join();
        assertThat(usage.uses()).singleElement().matches(use -> use.times() == 2);
        usage.committed();
        assertThat(usage.uses()).singleElement().matches(use -> use.times() == 3);
    }
}
