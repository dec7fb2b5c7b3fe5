package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableMapCheckTest {

    private static final Map<Long, String> CHARACTER_SETS =
            Map.of(8L, "latin1", 33L, "utf8mb3", 63L, "binary", 255L, "utf8mb4");

    private static final TableDefinition TABLE = new TableDefinition(
            new TableId("s", "t"),
            List.of(
                    column("id", MySqlType.INT, true, null),
                    column("name", MySqlType.VARCHAR, false, "utf8mb4"),
                    column("n", MySqlType.DECIMAL, false, null),
                    column("raw", MySqlType.BLOB, false, null),
                    column("kind", MySqlType.ENUM, false, "utf8mb4", "a", "é"),
                    column("old", MySqlType.TEXT, false, "utf8"),
                    column("flags", MySqlType.SET, false, "latin1", "x", "é")),
            List.of());

    @Test
    void acceptsMetadataOfTheKnownDefinition() {
        assertThat(difference(
                        field(1, 0b1000_0000),
                        field(2, 252, 255, 0, 1, 63, 2, 33),
                        names("id", "name", "n", "raw", "kind", "old", "flags"),
                        field(5, 2, 1, 'x', 1, 0xE9),
                        field(6, 2, 1, 'a', 2, 0xC3, 0xA9),
                        field(8, 0),
                        field(10, 252, 255, 0, 1, 8),
                        field(99, 1, 2, 3)))
                .isNull();
        assertThat(difference(field(3, 252, 255, 0, 63, 33), field(11, 252, 255, 0, 8)))
                .isNull();
        assertThat(difference()).isNull();
    }

    @Test
    void namesEachDifference() {
        assertThat(difference(field(1, 0))).contains("column id is signed in the binlog");
        assertThat(difference(field(1, 0b1100_0000))).contains("column n is unsigned in the binlog");
        assertThat(difference(field(1, 0, 0))).contains("a different number of numeric columns");
        assertThat(difference(field(2, 8, 1, 63, 2, 33)))
                .contains("column name has the character set latin1 in the binlog");
        assertThat(difference(field(2, 252, 255, 0, 9, 63))).contains("string column number 10");
        assertThat(difference(field(3, 252, 255, 0, 63))).contains("2 columns with a character set");
        assertThat(difference(names("id", "n", "name", "raw", "kind", "old", "flags")))
                .contains("column number 2 is named n in the binlog, but defined as name");
        assertThat(difference(field(6, 2, 1, 'a', 1, 'b'))).contains("column kind has different members");
        assertThat(difference(field(5, 1, 1, 'x'))).contains("column flags has different members");
    }

    @Test
    void ignoresUnknownCollations() {
        assertThat(difference(field(11, 77, 78))).isNull();
    }

    @Test
    void rejectsTruncatedFields() {
        assertThatThrownBy(() -> difference(new byte[] {4, 9, 2, 'i'})).isInstanceOf(GaussferryException.class);
        assertThatThrownBy(() -> difference(field(4, 9, 'i'))).isInstanceOf(GaussferryException.class);
    }

    private static @Nullable String difference(byte[]... fields) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] field : fields) {
            all.writeBytes(field);
        }
        return new TableMapCheck(TABLE, CHARACTER_SETS, false, new WireReader(all.toByteArray(), 0, all.size()))
                .difference();
    }

    private static byte[] names(String... names) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        for (String name : names) {
            value.write(name.length());
            value.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        field.write(4);
        field.write(value.size());
        field.writeBytes(value.toByteArray());
        return field.toByteArray();
    }

    private static byte[] field(int type, int... value) {
        byte[] bytes = new byte[2 + value.length];
        bytes[0] = (byte) type;
        bytes[1] = (byte) value.length;
        for (int i = 0; i < value.length; i++) {
            bytes[2 + i] = (byte) value[i];
        }
        return bytes;
    }

    private static ColumnDefinition column(
            String name, MySqlType type, boolean unsigned, @Nullable String characterSet, String... members) {
        return new ColumnDefinition(name, type, unsigned, type.name(), 0, 0, 0, characterSet, List.of(members), true);
    }
}
