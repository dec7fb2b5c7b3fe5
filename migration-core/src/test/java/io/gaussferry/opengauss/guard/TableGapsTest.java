package io.gaussferry.opengauss.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.type.ValueGap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableGapsTest {

    private static final TargetProfile POSTGRESQL = new TargetProfile(Product.POSTGRESQL, "", "PG", false);

    /** A check of MySQL and what its guard requires; a dash if nothing can be required. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            (`name` <> _utf8mb4\\'\\')                              | pg_catalog.textsend(CAST("name" AS TEXT)) <> pg_catalog.textsend(CAST('' AS TEXT))
            ((`id` > 1) and (`name` like _utf8mb4\\'a%\\'))         | ("id" > 1)
            ((`id` > 1) or (`name` like _utf8mb4\\'a%\\'))          | -
            ((`id` between 1 and 9) and (`NAME` <> _utf8mb4\\'x\\')) | ("id" BETWEEN 1 AND 9) AND pg_catalog.textsend(CAST("name" AS TEXT)) <> pg_catalog.textsend(CAST('x' AS TEXT))
            (not((`name` <> _utf8mb4\\'x\\')))                      | -
            (`name` = _utf8mb4\\'x\\')                              | -
            """)
    void requiresThePartsOfACheckThatTheTargetUnderstands(String clause, String condition) {
        List<ValueGap> gaps = TableGaps.of(
                table(List.of(new CheckDefinition("k", clause, true)), null), POSTGRESQL, Set.of(), List.of());
        assertThat(gaps)
                .extracting(gap -> gap.isGuarded() ? gap.condition() : "-")
                .containsExactly(condition);
        assertThat(gaps.get(0).key()).isEqualTo("check_k");
        assertThat(gaps.get(0).location(new TableId("s", "t"))).isEqualTo("s.t, check k");
    }

    @Test
    void leavesOutChecksThatTheTargetHasOrMySqlDoesNotEnforce() {
        TableDefinition table = table(
                List.of(new CheckDefinition("k", "(`id` > 1)", true), new CheckDefinition("off", "(`id` > 1)", false)),
                null);
        assertThat(TableGaps.of(table, POSTGRESQL, Set.of("k"), List.of())).isEmpty();
    }

    @Test
    void refusesRowsOfNoPartition() {
        assertThat(partitions("RANGE", "10", "100")).containsExactly("\"id\" < 100");
        assertThat(partitions("RANGE", "10", "MAXVALUE")).isEmpty();
        assertThat(partitions("LIST", "1,2", "3")).containsExactly("");
        assertThat(partitions("HASH", null, null)).isEmpty();
    }

    private static List<String> partitions(String method, @Nullable String first, @Nullable String second) {
        Partitioning partitioning = new Partitioning(
                method,
                "`id`",
                List.of(new Partitioning.Partition("a", first), new Partitioning.Partition("b", second)),
                true);
        return TableGaps.of(table(List.of(), partitioning), POSTGRESQL, Set.of(), List.of()).stream()
                .map(ValueGap::condition)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "utf8mb4_0900_ai_ci, PG, true",
        "utf8mb4_bin, PG, true",
        "utf8mb4_bin, B, false",
        "utf8mb4_0900_bin, PG, false"
    })
    void namesKeysThatOnlyMySqlTakesForEqual(String collation, String compatibility, boolean listed) {
        TableDefinition plain = table(List.of(), null);
        TableDefinition keyed = new TableDefinition(
                plain.id(),
                plain.columns(),
                List.of(new IndexDefinition("by_name", true, List.of(new IndexDefinition.Part(1, 0, false)))),
                extras(collation, List.of(), null));
        TargetProfile target = new TargetProfile(Product.OPENGAUSS, "", compatibility, false);
        assertThat(TableGaps.of(keyed, target, Set.of(), List.of()))
                .extracting(ValueGap::reason)
                .isEqualTo(listed ? List.of("unique key by_name") : List.of());
    }

    @Test
    void namesForeignKeysThatTheTargetLacks() {
        TableDefinition table = table(List.of(), null);
        List<SchemaLimitation> missing = List.of(new SchemaLimitation(table.id(), "foreign key to_land", "", ""));
        assertThat(TableGaps.of(table, POSTGRESQL, Set.of(), missing))
                .singleElement()
                .satisfies(gap -> assertThat(gap.location(table.id())).isEqualTo("s.t, foreign key to_land"));
    }

    private static TableDefinition table(List<CheckDefinition> checks, @Nullable Partitioning partitioning) {
        return new TableDefinition(
                new TableId("s", "t"),
                List.of(
                        new ColumnDefinition("id", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false),
                        new ColumnDefinition(
                                "name", MySqlType.VARCHAR, false, "", 9, 0, 0, "utf8mb4", List.of(), true)),
                List.of(),
                extras("utf8mb4_0900_ai_ci", checks, partitioning));
    }

    private static TableExtras extras(
            String collation, List<CheckDefinition> checks, @Nullable Partitioning partitioning) {
        ColumnAttributes name = new ColumnAttributes(null, false, false, false, null, false, "", collation);
        return new TableExtras("", null, partitioning, Map.of("name", name), checks, List.of(), Map.of());
    }
}
