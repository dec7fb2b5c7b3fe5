package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.target.Lsn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages as described in PostgreSQL's manual, and as sent by openGauss 6.0.2. */
class PgOutputReaderTest {

    private static final String RELATION = "52" + "0002800b" + hex("shop") + "00" + hex("item") + "00" + "66" + "0002"
            + "01" + hex("id") + "00" + "00000017" + "ffffffff" + "01" + hex("n") + "00" + "00000413" + "0000000e";
    private static final String ROW = "0002" + "62" + "00000004" + "00000007" + "6e";

    private final Recorder recorder = new Recorder();
    private final PgOutputReader reader = new PgOutputReader(recorder);

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> read(String... messages) throws InterruptedException {
        for (String message : messages) {
            byte[] bytes = HexFormat.of().parseHex("99" + message + "99");
            reader.read(bytes, 1, bytes.length - 1);
        }
        return recorder.calls;
    }

    @Test
    void readsTransactionsOfBothProducts() throws InterruptedException {
        // the same time; openGauss's transaction ID has eight bytes
        assertThat(read(
                        "42" + "00000001f97694e0" + "000303ea194bb8fb" + "0000000000055aa2",
                        "43" + "00" + "00000001f97694e0" + "00000001f9769540" + "000303ea194bb8fb",
                        "42" + "00000001f97694e0" + "000303ea194bb8fb" + "00055aa2"))
                .containsExactly(
                        "begin 1/F97694E0 " + (946_684_800_000_000L + 0x000303ea194bb8fbL),
                        "commit 1/F9769540",
                        "begin 1/F97694E0 " + (946_684_800_000_000L + 0x000303ea194bb8fbL));
    }

    @Test
    void readsRows() throws InterruptedException {
        assertThat(read(
                        "59" + "0001acc2" + "00" + hex("varbinary") + "00",
                        RELATION,
                        "49" + "0002800b" + "4e" + ROW,
                        "55" + "0002800b" + "4f" + ROW + "4e" + "0002" + "75" + "74" + "00000002" + "6162",
                        "55" + "0002800b" + "4e" + ROW,
                        "44" + "0002800b" + "4f" + ROW,
                        "54" + "00000002" + "00" + "0002800b" + "00000001"))
                .containsExactly(
                        "relation shop.item f [Column[name=id, typeOid=23, modifier=-1],"
                                + " Column[name=n, typeOid=1043, modifier=14]]",
                        "insert 163851 [00000007, null]",
                        "update 163851 [00000007, null] [unchanged, 6162 in textual format]",
                        "update 163851 null [00000007, null]",
                        "delete 163851 [00000007, null]",
                        "truncate 163851",
                        "truncate 1");
    }

    @Test
    void rejectsTruncatedAndUnknownMessages() {
        for (String message :
                List.of(RELATION, "49" + "0002800b" + "4e" + ROW, "54" + "00000001" + "00" + "0002800b")) {
            byte[] whole = HexFormat.of().parseHex(message);
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> reader.read(part, 0, part.length))
                        .isInstanceOf(PgOutputReader.MalformedMessageException.class);
            }
        }
        for (String message : List.of(
                "5a",
                "49" + "0002800b" + "4f" + ROW,
                "44" + "0002800b" + "4e" + ROW,
                "49" + "0002800b" + "4e" + "0001" + "78")) {
            assertThatThrownBy(() -> read(message)).isInstanceOf(PgOutputReader.MalformedMessageException.class);
        }
        assertThat(recorder.calls).isEmpty();
    }

    @Test
    void triesNextPortFirstOnOpenGauss() {
        assertThat(ReplicationUrl.candidates("jdbc:opengauss://a:5432,b/db?x=1", 0, true))
                .containsExactly("jdbc:opengauss://a:5433,b:5433/db?x=1", "jdbc:opengauss://a:5432,b/db?x=1");
        assertThat(ReplicationUrl.candidates("jdbc:opengauss://a:5432/db", 7000, true))
                .containsExactly("jdbc:opengauss://a:7000/db");
        assertThat(ReplicationUrl.candidates("jdbc:opengauss://a/db", 0, false))
                .containsExactly("jdbc:opengauss://a/db");
    }

    private static final class Recorder implements PgOutputHandler {

        private final List<String> calls = new ArrayList<>();

        @Override
        public void begin(long commitLsn, long commitMicros) {
            calls.add("begin " + Lsn.format(commitLsn) + " " + commitMicros);
        }

        @Override
        public void relation(Relation relation) {
            calls.add("relation " + relation.id() + " " + relation.identity() + " " + relation.columns());
        }

        @Override
        public void insert(long relation, TargetTuple after) {
            calls.add("insert " + relation + " " + shown(after));
        }

        @Override
        public void update(long relation, @Nullable TargetTuple before, TargetTuple after) {
            calls.add("update " + relation + " " + (before == null ? null : shown(before)) + " " + shown(after));
        }

        @Override
        public void delete(long relation, TargetTuple before) {
            calls.add("delete " + relation + " " + shown(before));
        }

        @Override
        public void truncate(long relation) {
            calls.add("truncate " + relation);
        }

        @Override
        public void commit(long endLsn) {
            calls.add("commit " + Lsn.format(endLsn));
        }

        private static List<String> shown(TargetTuple tuple) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                if (tuple.isNull(i)) {
                    values.add("null");
                } else if (tuple.isUnchanged(i)) {
                    values.add("unchanged");
                } else {
                    values.add(HexFormat.of().formatHex(tuple.bytes(), tuple.from(i), tuple.to(i))
                            + (tuple.isTextFormat(i) ? " in textual format" : ""));
                }
            }
            return values;
        }
    }
}
