package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A table in use is never waited for without limit: appliers, or the application, wait behind the lock. */
class ReplicaIdentitiesTest {

    private static final SQLException LOCKED = new SQLException("canceling statement", "57014");

    private final ScriptedConnection target = new ScriptedConnection();

    /** Tables without a key, which need FULL. */
    private static List<TableDefinition> tables(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> TableBuilder.table(new TableId("shop", "t" + i))
                        .column("a", "int")
                        .build())
                .toList();
    }

    private static Map<TableId, TargetShape> shapes(List<TableDefinition> tables) {
        Map<TableId, TargetShape> shapes = new TreeMap<>();
        tables.forEach(table -> shapes.put(
                table.targetId(),
                new TargetShape(
                        table.targetId(),
                        List.of(new TargetShape.Column("a", 1, 23, "int4", 'b', -1, "integer", true)),
                        List.of(),
                        Set.of())));
        return shapes;
    }

    private static ReplicaIdentities identities(List<TableDefinition> tables) {
        return new ReplicaIdentities(
                connection -> new Ownership("p", 1),
                new Conversion(Columns.POSTGRES, ConversionRules.defaults()),
                tables);
    }

    private List<String> altered() {
        return target.executed().stream()
                .filter(sql -> sql.startsWith("ALTER TABLE") || sql.equals("commit") || sql.equals("rollback"))
                .toList();
    }

    @Test
    void setsMissingOnesAloneWhileTablesAreInUse() throws SQLException {
        target.answer("relreplident", row("f", "t1"));
        List<TableDefinition> tables = tables(3);
        identities(tables).setAhead(target.connection(), shapes(tables));
        assertThat(altered())
                .containsExactly(
                        "commit",
                        "ALTER TABLE \"shop\".\"t0\" REPLICA IDENTITY FULL",
                        "commit",
                        "ALTER TABLE \"shop\".\"t2\" REPLICA IDENTITY FULL",
                        "commit");
    }

    @Test
    void leavesLockedTablesToTheFencedStep() throws SQLException {
        target.fails("\"t1\" REPLICA", LOCKED);
        List<TableDefinition> tables = tables(3);
        identities(tables).setAhead(target.connection(), shapes(tables));
        assertThat(altered()).endsWith("rollback", "ALTER TABLE \"shop\".\"t2\" REPLICA IDENTITY FULL", "commit");
    }

    /** Replication of each of hundreds of tables would stop for a second. */
    @Test
    void endsAfterSomeLockedTables() throws SQLException {
        target.fails("REPLICA IDENTITY", LOCKED);
        List<TableDefinition> tables = tables(100);
        identities(tables).setAhead(target.connection(), shapes(tables));
        assertThat(altered()).filteredOn(sql -> sql.startsWith("ALTER TABLE")).hasSize(3);
    }

    @Test
    void setsManyInOneTransactionWhileWritersWait() throws SQLException, InterruptedException {
        List<TableDefinition> tables = tables(3);
        identities(tables).set(target.connection(), shapes(tables), System.nanoTime());
        assertThat(altered()).hasSize(5).startsWith("commit").endsWith("commit");
    }

    @Test
    void namesTableThatStaysLocked() {
        target.fails("\"t1\" REPLICA", LOCKED);
        List<TableDefinition> tables = tables(3);
        assertThatThrownBy(() -> identities(tables).set(target.connection(), shapes(tables), System.nanoTime()))
                .hasMessageContaining("shop.t1")
                .hasMessageContaining("locked");
    }
}
