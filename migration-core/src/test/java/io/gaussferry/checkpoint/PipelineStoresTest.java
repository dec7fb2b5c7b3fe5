package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.checkpoint.ReversePositionStore.Position;
import io.gaussferry.checkpoint.ReverseReplicationStore.Armed;
import io.gaussferry.checkpoint.ShardStore.ShardTable;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that every store follows, because several pipelines may share one target and operators may write any string. */
class PipelineStoresTest {

    private static final String PIPELINE = "mine";
    private static final String REASON = "a\0reason";
    private static final TableId TABLE = new TableId("shop", "item");

    /** A call of a store. */
    interface Call {
        void run(Connection target) throws SQLException;
    }

    private static Map<String, Call> calls() {
        ProgressStore progress = new ProgressStore(PIPELINE);
        TableHistory history = new TableHistory(PIPELINE);
        DatabaseHistory databases = new DatabaseHistory(PIPELINE);
        DefinitionChangeStore definitions = new DefinitionChangeStore(PIPELINE);
        FailureStore failures = new FailureStore(PIPELINE);
        TableCopyStore copies = new TableCopyStore(PIPELINE);
        ReverseDecisionStore decisions = new ReverseDecisionStore(PIPELINE);
        ReverseTableStore relations = new ReverseTableStore(PIPELINE);
        ReverseReplicationStore armed = new ReverseReplicationStore(PIPELINE);
        CreatedTableStore created = new CreatedTableStore(PIPELINE);
        ReversePositionStore positions = new ReversePositionStore(PIPELINE);
        ShardStore shards = new ShardStore(PIPELINE);
        ShardTable shard = new ShardTable("shop.item", TABLE);
        FailedChange failed = new FailedChange("a:1", 1, "binlog.000001", 4, TABLE, "INSERT", null, REASON);
        Change change = new Change(
                "a:1",
                Result.HELD,
                new BinlogPosition("binlog.000001", 4),
                Instant.EPOCH,
                "shop",
                REASON,
                "",
                REASON,
                REASON,
                null);
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("progress.find", progress::find);
        calls.put("progress.count", progress::count);
        calls.put("progress.takeOwnership", target -> progress.takeOwnership(target, 2));
        calls.put("progress.raiseEpoch", progress::raiseEpoch);
        calls.put("progress.renew", target -> progress.renew(target, 2, new Ownership(PIPELINE, 7)));
        calls.put("progress.resumeFrom", target -> progress.resumeFrom(target, "", new BinlogPosition("f", 1)));
        calls.put("progress.forget", progress::forget);
        calls.put("history.start", target -> history.begin(target, Map.of(TABLE, "d"), new GtidSet()));
        calls.put("history.put", target -> history.put(target, TABLE, "d", new GtidSet()));
        calls.put("history.remove", target -> history.remove(target, TABLE));
        calls.put("history.read", history::read);
        calls.put("history.startedAfter", history::startedAfter);
        calls.put("databases.start", target -> databases.begin(target, Map.of("shop", "utf8mb4_bin")));
        calls.put("databases.put", target -> databases.put(target, "shop", null));
        calls.put("databases.read", databases::read);
        calls.put("definitions.put", target -> definitions.put(target, change, List.of()));
        calls.put("definitions.markSkipped", target -> definitions.markSkipped(target, "a:1", REASON));
        calls.put("definitions.list", target -> definitions.list(target, 5));
        calls.put("definitions.find", target -> definitions.find(target, "a:1"));
        calls.put("definitions.versions", target -> definitions.versions(target, "a:1"));
        calls.put("definitions.done", definitions::done);
        calls.put("failures.save", target -> failures.save(target, failed, List.of(new Value("c", REASON, REASON))));
        calls.put("failures.values", target -> failures.values(target, failed, 9));
        calls.put("failures.list", failures::list);
        calls.put("failures.find", target -> failures.find(target, "a:1", 1));
        calls.put("failures.quarantine", target -> failures.quarantine(target, List.of(TABLE), "a:1", REASON));
        calls.put("failures.endQuarantine", target -> failures.endQuarantine(target, TABLE));
        calls.put("skipped.add", target -> new SkippedTransactions(PIPELINE).add(target, "a:1", REASON, ""));
        calls.put("copies.read", copies::read);
        calls.put("copies.quarantine", target -> copies.quarantine(target, TABLE, REASON));
        calls.put("copies.failed", target -> copies.failed(target, TABLE, REASON));
        calls.put("copies.request", target -> copies.request(target, TABLE));
        calls.put("copies.start", copies::begin);
        calls.put("copies.joined", target -> copies.joined(target, TABLE, new GtidSet()));
        calls.put("copies.forget", copies::forget);
        calls.put("preexisting.read", target -> PreexistingTables.read(target, PIPELINE));
        calls.put("decisions.read", decisions::read);
        calls.put("decisions.skip", target -> decisions.skip(target, 1, TABLE, REASON));
        calls.put("decisions.quarantine", target -> decisions.quarantine(target, TABLE, REASON));
        calls.put("decisions.settle", target -> decisions.settle(target, new Settling(1, null)));
        calls.put("decisions.forget", decisions::forget);
        calls.put("relations.save", target -> relations.save(target, Map.of(TABLE, 1L), Map.of()));
        calls.put("relations.altered", target -> relations.altered(target, TABLE, 1));
        calls.put("relations.exclude", target -> relations.exclude(target, TABLE));
        calls.put("relations.read", relations::read);
        calls.put("armed.save", target -> armed.save(target, new Armed(1, Map.of(TABLE, "f"))));
        calls.put("armed.put", target -> armed.put(target, TABLE, "f"));
        calls.put("armed.find", armed::find);
        calls.put("created.put", target -> created.put(target, TABLE, 1));
        calls.put("created.read", created::read);
        calls.put("created.forget", created::forget);
        calls.put("positions.save", target -> positions.save(target, new Position(1, 1)));
        calls.put("positions.find", positions::find);
        calls.put("shards.start", shards::begin);
        calls.put("shards.number", target -> shards.number(target, shard));
        calls.put("shards.put", target -> shards.put(target, shard, OptionalInt.of(1)));
        calls.put("switched.isSwitched", target -> SwitchedPipelines.isSwitched(target, PIPELINE));
        calls.put("switched.isFinished", target -> SwitchedPipelines.isFinished(target, PIPELINE));
        calls.put("switched.requireNotSwitched", target -> SwitchedPipelines.requireNotSwitched(target, PIPELINE));
        return calls;
    }

    private static Stream<String> names() {
        return calls().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void touchesRowsOfItsPipelineOnly(String call) throws SQLException {
        assertThat(statements(call)).isNotEmpty().allSatisfy(sql -> {
            if (!sql.startsWith("INSERT")) {
                assertThat(sql).contains("pipeline = ?");
            }
            assertThat(sql.substring(sql.lastIndexOf('['))).contains(PIPELINE);
        });
    }

    /** No target stores U+0000 in a string: the transaction that stores a decision would fail because of its reason. */
    @ParameterizedTest
    @MethodSource("names")
    void storesNoNul(String call) throws SQLException {
        assertThat(statements(call)).allSatisfy(sql -> assertThat(sql).doesNotContain("\0"));
    }

    private static List<String> statements(String call) throws SQLException {
        ScriptedConnection target = new ScriptedConnection();
        target.answer("pg_catalog.pg_tables", row(1));
        Objects.requireNonNull(calls().get(call)).run(target.connection());
        return target.executed().stream()
                .filter(sql -> sql.contains("gaussferry."))
                .toList();
    }
}
