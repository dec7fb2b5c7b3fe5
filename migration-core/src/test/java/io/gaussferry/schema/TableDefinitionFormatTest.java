package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.testing.TableBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableDefinitionFormatTest {

    private static final TableId ID = new TableId("s", "t");

    @Test
    void roundTripsDefinitions() {
        List<String> nasty = List.of(
                "it's",
                "a\"b",
                "",
                "tab\there",
                "line\nfeed",
                "return\r",
                "back\\slash\\n",
                "nul\0",
                "=",
                "name=x",
                "column\tname=x",
                "é😀",
                " ",
                "null");
        TableDefinition table = new TableDefinition(
                ID,
                List.of(
                        new ColumnDefinition(
                                "id", MySqlType.BIGINT, true, "bigint unsigned", 0, 0, 0, null, nasty, false),
                        new ColumnDefinition(
                                "we\tird\n=\\`\"",
                                MySqlType.ENUM,
                                false,
                                "enum('a\n','b''')",
                                4_294_967_295L,
                                65,
                                30,
                                "utf8mb4",
                                nasty,
                                true)),
                List.of(
                        new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false))),
                        new IndexDefinition(
                                "odd\tname\n",
                                false,
                                List.of(
                                        new IndexDefinition.Part(-1, 0, true),
                                        new IndexDefinition.Part(1, 10, false)))));

        assertThat(TableDefinitionFormat.read(ID, TableDefinitionFormat.write(table)))
                .isEqualTo(table);
        TableDefinition bound = table.withForeignKeys(List.of(
                new ForeignKeyDefinition("one\n", nasty, new TableId("s\t", "t="), nasty, "CASCADE", "SET NULL"),
                new ForeignKeyDefinition("two", List.of("a"), ID, List.of("b"), "NO ACTION", "RESTRICT")));
        String withForeignKeys = TableDefinitionFormat.write(bound) + TableDefinitionFormat.writeForeignKeys(bound);
        assertThat(TableDefinitionFormat.read(ID, withForeignKeys)).isEqualTo(bound);
        assertThat(TableDefinitionFormat.readForeignKeys(withForeignKeys))
                .isEqualTo(bound.extras().foreignKeys());
        TableDefinition renamed = table.withTarget(new TableId("new\n", "t\t"));
        assertThat(TableDefinitionFormat.read(ID, TableDefinitionFormat.write(renamed)))
                .isEqualTo(renamed);
    }

    @Test
    void roundTripsExtras() {
        String nasty = "a\tb\n\\c=\0\r";
        TableDefinition table = new TableDefinition(
                ID,
                List.of(
                        new ColumnDefinition("id", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false),
                        new ColumnDefinition(nasty, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false)),
                List.of(new IndexDefinition(
                        "i",
                        false,
                        List.of(new IndexDefinition.Part(1, 0, false), new IndexDefinition.Part(-1, 0, true, nasty)))),
                new TableExtras(
                        nasty,
                        "utf8mb4_0900_ai_ci",
                        new Partitioning(
                                "RANGE COLUMNS",
                                nasty,
                                List.of(
                                        new Partitioning.Partition("p0", nasty),
                                        new Partitioning.Partition("p1", null)),
                                true),
                        Map.of(
                                "id",
                                new ColumnAttributes("", true, true, true, nasty, true, nasty, null),
                                nasty,
                                new ColumnAttributes(null, false, false, false, null, false, "", nasty)),
                        List.of(new CheckDefinition(nasty, nasty, false), new CheckDefinition("c", "x", true)),
                        List.of(new ForeignKeyDefinition(
                                "f", List.of("id"), ID, List.of("id"), "CASCADE", "NO ACTION")),
                        Map.of(nasty, "FULLTEXT")));

        assertThat(TableDefinitionFormat.read(ID, TableDefinitionFormat.writeWithExtras(table)))
                .isEqualTo(table);
        assertThat(TableDefinitionFormat.write(
                        TableDefinitionFormat.read(ID, TableDefinitionFormat.writeWithExtras(table))))
                .as("the definition that affects how rows are read")
                .isEqualTo(TableDefinitionFormat.write(table));
    }

    /** The target stores UTF-8, in which half of a surrogate pair would become a real question mark. */
    @Test
    void preservesUnknownCharactersInDatabase() {
        String unknown = "a" + ColumnDefinition.UNKNOWN_CHARACTER + "?";
        TableDefinition table = TableBuilder.table("t").column("id", "int").build();
        ColumnDefinition members = new ColumnDefinition(
                "e", MySqlType.ENUM, false, "enum('a??')", 3, 0, 0, "utf8mb4", List.of(unknown, "b\\?"), true);
        TableDefinition withMembers = new TableDefinition(
                ID,
                List.of(table.columns().get(0), members),
                List.of(),
                new TableExtras(
                        "",
                        null,
                        null,
                        Map.of("e", ColumnAttributes.NONE.withDefault(unknown)),
                        List.of(),
                        List.of(),
                        Map.of()));
        byte[] stored = TableDefinitionFormat.writeWithExtras(withMembers).getBytes(StandardCharsets.UTF_8);

        TableDefinition read = TableDefinitionFormat.read(ID, new String(stored, StandardCharsets.UTF_8));
        assertThat(read).isEqualTo(withMembers);
        assertThat(read.columns().get(1).hasKnownMembers()).isFalse();
    }

    @Test
    void skipsUnknownNamesOfLaterVersions() {
        String definition = "table\tversion=1\ncolumn\tname=a\tcomment=\\\\x\ttype=INT\nextra\tvalue=1\nmember\tvalue=m"
                + "\nindex\tname=i\tunique=true\npart\tcolumn=0";
        TableDefinition table = TableDefinitionFormat.read(ID, definition);
        assertThat(table.columns()).hasSize(1);
        assertThat(table.columns().get(0).members()).containsExactly("m");
        assertThat(table.indexes().get(0).unique()).isTrue();
    }

    @Test
    void rejectsOtherStrings() {
        assertThatThrownBy(() -> TableDefinitionFormat.read(ID, "{}")).hasMessageContaining("{}");
        assertThatThrownBy(() -> TableDefinitionFormat.read(ID, "table\tversion=2\ncolumn\tname=a"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TableDefinitionFormat.read(ID, "table\tversion=1\ncolumn\tname"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
