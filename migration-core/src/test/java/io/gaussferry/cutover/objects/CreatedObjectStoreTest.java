package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CreatedObjectStoreTest {

    private final ScriptedConnection target = new ScriptedConnection();
    private final CreatedObjectStore store = new CreatedObjectStore("p");
    private final Cutover cutover = new Cutover(
            "id", new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), Instant.EPOCH, null, null, null);

    private static CreatedObjectStore.Entry entry(int number, Kind kind, String... undo) {
        return new CreatedObjectStore.Entry(
                number, new ObjectAction(kind, "s.t", "an object", List.of("CREATE"), List.of(undo)), "CREATED");
    }

    /** A counter without anything to undo is recorded, too. */
    @Test
    void undoesAndRecordsObjectsInOrder() throws SQLException {
        store.undoTogether(
                target.connection(),
                cutover,
                List.of(
                        entry(3, Kind.GUARD, "ALTER TABLE t DROP CONSTRAINT g"),
                        entry(2, Kind.AUTO_INCREMENT, "SELECT setval('q', 1)"),
                        entry(1, Kind.AUTO_INCREMENT)));
        String update = "UPDATE gaussferry.cutover_object SET state = ? WHERE pipeline = ? AND id = ? AND number = ? ";
        assertThat(target.executed())
                .containsExactly(
                        "ALTER TABLE t DROP CONSTRAINT g",
                        "SELECT setval('q', 1)",
                        update + "[UNDONE, p, id, 3]",
                        update + "[UNDONE, p, id, 2]",
                        update + "[UNDONE, p, id, 1]");
    }

    /** The target rewrites its catalog once for each ALTER TABLE. */
    @Test
    void undoesObjectsOfATableTogether() throws SQLException {
        store.undoTogether(
                target.connection(),
                cutover,
                List.of(
                        entry(2, Kind.GUARD, "ALTER TABLE IF EXISTS \"s\".\"t\" DROP CONSTRAINT g"),
                        entry(1, Kind.ON_UPDATE, "ALTER TABLE \"s\".\"t\" MODIFY COLUMN c int")));
        assertThat(target.executed())
                .contains("ALTER TABLE IF EXISTS \"s\".\"t\" DROP CONSTRAINT g, MODIFY COLUMN c int");
    }

    /** The statements of an application's object set parameters for the rest of their transaction. */
    @Test
    void groupsObjectsByTransaction() {
        List<ObjectAction> counters = IntStream.range(0, 51)
                .mapToObj(number -> entry(number, Kind.AUTO_INCREMENT).action())
                .toList();
        ObjectAction view = entry(1, Kind.VIEW).action();
        List<ObjectAction> all = new ArrayList<>(counters);
        all.add(view);
        all.addAll(counters.subList(0, 2));
        assertThat(ObjectGroups.of(all, action -> action))
                .extracting(List::size)
                .containsExactly(50, 1, 1, 2);
        assertThat(ObjectGroups.of(List.<ObjectAction>of(), action -> action)).isEmpty();
    }
}
