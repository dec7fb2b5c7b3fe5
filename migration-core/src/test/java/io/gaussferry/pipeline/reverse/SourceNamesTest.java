package io.gaussferry.pipeline.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The name in MySQL of a table that was created on the target. A wrong one would be a table that replication never reads. */
class SourceNamesTest {

    private static SourceSettings source(List<String> schemas, TableRename... renames) {
        return new SourceSettings(
                "jdbc:mysql://h/",
                "u",
                "p",
                schemas,
                TableFilter.ALL,
                new TableRenames(List.of(renames)),
                1,
                1_000,
                1_000,
                SourceTimeouts.DEFAULT);
    }

    private static final TableId NEW = new TableId("shop", "new");

    @Test
    void isTheSameWithoutRenames() {
        assertThat(SourceNames.of(NEW, source(List.of("shop")))).contains(NEW);
        assertThat(SourceNames.of(NEW, source(List.of("sh*")))).contains(NEW);
    }

    @Test
    void isUnknownOutsideOfReplicatedDatabases() {
        assertThat(SourceNames.of(new TableId("other", "new"), source(List.of("shop"))))
                .isEmpty();
    }

    /** MySQL's database has another name than the schema. */
    @Test
    void followsRename() {
        assertThat(SourceNames.of(new TableId("sales", "new"), source(List.of("shop"), rename("shop.*", "sales.$1"))))
                .contains(NEW);
        assertThat(SourceNames.of(NEW, source(List.of("shop"), rename("shop.*", "sales.$1"))))
                .as("the name belongs to no table of MySQL")
                .isEmpty();
    }

    /** Several databases are merged: MySQL could get the table in each of them. */
    @Test
    void isUnknownIfSeveralDatabasesHaveIt() {
        SourceSettings merged =
                source(List.of("shop_1", "shop_2"), rename("shop_1.*", "all.$1"), rename("shop_2.*", "all.$1"));
        assertThat(SourceNames.of(new TableId("all", "new"), merged)).isEmpty();
    }

    private static TableRename rename(String from, String to) {
        return TableRename.parse(from, to);
    }
}
