package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tables whose changes the target sends: a table that was removed for a time lacks changes without a report of the server. */
class PublicationTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId ORDER = new TableId("shop", "order of");
    private static final String ARMED = "9 100 16 shop.item\n9 101 17 shop.order of";

    private final ScriptedConnection target = new ScriptedConnection();
    private final Publication publication = new Publication("own\"1");
    private final PublicationMembers members = new PublicationMembers("own");

    @Test
    void hasOwnTablesToo() throws SQLException {
        publication.create(target.connection(), List.of(ITEM, ORDER), Duration.ofSeconds(3));
        assertThat(target.executed())
                .containsExactly(
                        "DROP PUBLICATION IF EXISTS \"own\"\"1\"",
                        "CREATE PUBLICATION \"own\"\"1\" FOR TABLE \"shop\".\"item\", \"shop\".\"order of\","
                                + " \"gaussferry\".\"progress\", \"gaussferry\".\"probe\"");
    }

    /** A table that logs more than needed is left alone: its lock would make writers wait. */
    @Test
    void findsSufficientIdentity() throws SQLException {
        assertThat(isIdentified("f", ReplicaIdentity.DEFAULT)).isTrue();
        assertThat(isIdentified("d", ReplicaIdentity.DEFAULT)).isTrue();
        assertThat(isIdentified("f", ReplicaIdentity.FULL)).isTrue();
        assertThat(isIdentified("d", ReplicaIdentity.FULL)).isFalse();
        assertThat(isIdentified("n", ReplicaIdentity.DEFAULT)).isFalse();
        assertThat(isIdentified("i", ReplicaIdentity.DEFAULT)).isFalse();
    }

    private boolean isIdentified(String present, ReplicaIdentity needed) throws SQLException {
        target.answer("relreplident", row(present, "item"), row("f", "another"));
        return Publication.identified(target.connection(), Map.of(ITEM, needed)).contains(ITEM);
    }

    @Test
    void changesIdentitiesTogether() throws SQLException {
        Map<TableId, ReplicaIdentity> needed =
                new TreeMap<>(Map.of(ITEM, ReplicaIdentity.FULL, ORDER, ReplicaIdentity.DEFAULT));
        Publication.identify(target.connection(), needed, Duration.ofSeconds(1));
        assertThat(target.changes())
                .containsExactly(
                        "ALTER TABLE \"shop\".\"item\" REPLICA IDENTITY FULL",
                        "ALTER TABLE \"shop\".\"order of\" REPLICA IDENTITY DEFAULT");
    }

    @SafeVarargs
    private void present(String oid, boolean sendsAll, List<@Nullable Object>... entries) {
        target.answer("FROM pg_catalog.pg_publication p", row(oid, sendsAll));
        target.answer("pg_publication_rel", entries);
    }

    private void presentAsArmed() {
        present("9", true, row(101, 17, "shop.order of"), row(100, 16, "shop.item"));
    }

    @Test
    void acceptsArmedEntries() throws SQLException {
        presentAsArmed();
        assertThat(members.read(target.connection())).isEqualTo(ARMED);
        assertThatCode(() -> members.require(target.connection(), ARMED, Set.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void acceptsFurtherTable() {
        present("9", true, row(100, 16, "shop.item"), row(101, 17, "shop.order of"), row(102, 18, "shop.new"));
        assertThatCode(() -> members.require(target.connection(), ARMED, Set.of()))
                .doesNotThrowAnyException();
    }

    /** The table was removed and added again: changes in between were not sent. */
    @Test
    void namesTableWithOtherEntry() {
        present("9", true, row(100, 16, "shop.item"), row(103, 17, "shop.order of"));
        assertLost("lost for a time the tables shop.order of");
        assertThatCode(() -> members.require(target.connection(), ARMED, Set.of(ORDER)))
                .as("its changes are skipped")
                .doesNotThrowAnyException();
    }

    @Test
    void reportsReplacedPublication() {
        present("10", true, row(200, 16, "shop.item"), row(201, 17, "shop.order of"));
        assertLost("lost for a time the tables shop.item, shop.order of");
    }

    @Test
    void reportsMissingPublication() {
        assertLost("it no longer exists");
    }

    /** As after ALTER PUBLICATION … SET (publish = 'insert'). */
    @Test
    void reportsPublicationThatSendsLess() {
        present("9", false, row(100, 16, "shop.item"));
        assertLost("it no longer sends all kinds of changes");
    }

    private void assertLost(String problem) {
        assertThatThrownBy(() -> members.require(target.connection(), ARMED, Set.of()))
                .isInstanceOfSatisfying(GaussferryException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.TARGET_LOG_LOST);
                    assertThat(failure.problem()).contains(problem);
                    GaussferryException since = LostChanges.since(failure, 0x1234);
                    assertThat(since.code()).isEqualTo(failure.code());
                    assertThat(since.problem()).contains(problem).contains("since LSN 0/1234");
                });
    }

    /** Only the entry of the new table is replaced: that of another one would hide its interruption. */
    @Test
    void addsEntryOfNewTableOnly() throws SQLException {
        present("9", true, row(103, 16, "shop.item"), row(101, 17, "shop.order of"), row(104, 18, "shop.new"));
        assertThat(members.with(target.connection(), ARMED, Set.of(18L))).isEqualTo(ARMED + "\n9 104 18 shop.new");
        assertThat(members.with(target.connection(), "", Set.of(18L)))
                .as("armed by an earlier version")
                .isEqualTo("9 104 18 shop.new");
    }
}
