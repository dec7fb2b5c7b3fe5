package io.gaussferry.mysql.binlog;

import static io.gaussferry.mysql.binlog.LoggedEvents.tableMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.testing.IntTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A rows event must be read as a row of the table that its own transaction names: numbers are reused. */
class TableMapsTest {

    private static final TableId T = new TableId("s", "t");
    private static final TableId U = new TableId("s", "u");

    /** The number in the events of {@link LoggedEvents}. */
    private static final long NUMBER = 97;

    private final TableCatalog catalog = catalog(table("t", 2), table("u", 2));
    private final TableMaps maps = new TableMaps(catalog);

    @Test
    void findsTableOfTransaction() {
        accept("s", "t");
        assertThat(found()).isEqualTo(T);
        assertThat(maps.name(NUMBER)).isEqualTo(T);
    }

    @Test
    void refusesNumberOfEarlierTransaction() {
        accept("s", "t");
        maps.endTransaction();
        assertRefused();
        accept("s", "t");
        assertThat(found()).isEqualTo(T);
    }

    @Test
    void refusesUnknownNumber() {
        assertRefused();
    }

    /** A server that was restarted counts again from the first number. */
    @Test
    void followsNumberThatIsReused() {
        accept("s", "t");
        maps.endTransaction();
        accept("s", "u");
        assertThat(found()).isEqualTo(U);
        maps.endTransaction();
        accept("s", "t");
        assertThat(found()).isEqualTo(T);
    }

    /** The formats of rows are cached by this object. */
    @Test
    void reusesParsedMap() {
        accept("s", "t");
        TableVersion first = maps.find(NUMBER);
        maps.endTransaction();
        accept("s", "t");
        assertThat(maps.find(NUMBER)).isSameAs(first);
    }

    @Test
    void distinguishesTablesThatAreNotReplicated() {
        accept("elsewhere", "t");
        assertThat(maps.find(NUMBER)).isNull();
        assertThat(maps.name(NUMBER)).isEqualTo(new TableId("elsewhere", "t"));
        assertThat(maps.hasResnapshotted()).isFalse();
    }

    @Test
    void forgetsCachedMapOfTableThatIsSkipped() {
        accept("s", "t");
        maps.endTransaction();
        maps.skip(Set.of(T));
        accept("s", "t");
        assertThat(maps.find(NUMBER)).isNull();
        assertThat(maps.hasResnapshotted()).as("a copy contains the change").isTrue();
        maps.endTransaction();
        assertThat(maps.hasResnapshotted()).isFalse();
        maps.skip(Set.of());
        accept("s", "t");
        assertThat(found()).isEqualTo(T);
    }

    @Test
    void reportsTableThatIsCopiedMeanwhile() {
        TableMaps copied = new TableMaps(catalog.without(new ResnapshottedTables(Set.of(T), Map.of())));
        copied.accept(tableMap("s", "u").body());
        assertThat(copied.hasResnapshotted()).isFalse();
        copied.accept(tableMap("s", "t").body());
        assertThat(copied.hasResnapshotted()).isTrue();
        assertThat(copied.find(NUMBER)).isNull();
    }

    @Test
    void refusesTableWithOtherColumns() {
        TableMaps altered = new TableMaps(catalog(table("t", 3)));
        assertThatThrownBy(() -> altered.accept(tableMap("s", "t").body()))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DEFINITION_UNKNOWN))
                .hasMessageContaining("2 columns")
                .hasMessageContaining("had 3");
    }

    @Test
    void refusesTableWithoutDefinition() {
        assertThatThrownBy(() -> new TableMaps(catalog(table("u", 2)))
                        .accept(tableMap("s", "t").body()))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DEFINITION_UNKNOWN));
    }

    private void accept(String schema, String name) {
        maps.accept(tableMap(schema, name).body());
    }

    private TableId found() {
        return Objects.requireNonNull(maps.find(NUMBER)).definition().id();
    }

    private void assertRefused() {
        assertThatThrownBy(() -> maps.find(NUMBER))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BINLOG_DAMAGED));
    }

    private static TableDefinition table(String name, int columns) {
        return new IntTable(name, columns, List.of(List.of(0))).version().definition();
    }

    private static TableCatalog catalog(TableDefinition... tables) {
        SourceSettings settings =
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);
        return new TableCatalog(settings, List.of(tables));
    }
}
