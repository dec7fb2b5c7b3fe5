package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which standbys must have a transaction before MySQL gets it. */
class StandbyFlushTest {

    private static final boolean SYNCHRONOUS = true;
    private static final boolean REQUIRED = true;

    private final ScriptedConnection target = new ScriptedConnection();
    private final AtomicInteger questions = new AtomicInteger();

    /** Ends after some questions, so that a wait without end fails. */
    private final StandbyFlush flush = new StandbyFlush(
            target.connection(),
            new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true)).cluster(),
            () -> questions.incrementAndGet() > 3);

    /** A transaction would show only the standbys of its first question. */
    @Test
    void asksInNewTransactions() throws Exception {
        rule(true);
        target.answer("pg_current_xlog", row("0/300"));
        target.answer("pg_stat_get_wal_senders", row("0/200", SYNCHRONOUS, REQUIRED));
        StandbyFlush.awaitCommitted(
                target.connection(),
                new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true)),
                () -> questions.incrementAndGet() > 2);
        assertThat(target.executed()).filteredOn("rollback"::equals).hasSizeGreaterThanOrEqualTo(3);
        assertThat(target.executed()).last().isEqualTo("rollback");
    }

    @Test
    void waitsForStandbyThatCommitsWaitFor() throws Exception {
        rule(true);
        target.answer("pg_stat_get_wal_senders", row("0/200", SYNCHRONOUS, REQUIRED), row("0/900", false, false));
        flush.await(0x200);
        assertThat(flush.isKnown(0x200)).isTrue();
        assertThat(flush.isKnown(0x201)).isFalse();
    }

    @Test
    void waitsForAllStandbysThatCommitsWaitFor() throws Exception {
        rule(true);
        target.answer(
                "pg_stat_get_wal_senders", row("0/200", SYNCHRONOUS, REQUIRED), row("0/100", SYNCHRONOUS, REQUIRED));
        flush.await(0x200);
        assertThat(flush.isKnown(0x100)).isTrue();
        assertThat(flush.isKnown(0x200)).isFalse();
    }

    /** Any of the group may be promoted, and the most advanced one is. */
    @Test
    void waitsForMostAdvancedOfGroup() throws Exception {
        rule(true);
        target.answer(
                "pg_stat_get_wal_senders",
                row("0/100", SYNCHRONOUS, false),
                row("0/200", SYNCHRONOUS, false),
                row("0/900", false, false));
        flush.await(0x200);
        assertThat(flush.isKnown(0x200)).isTrue();
        assertThat(flush.isKnown(0x201)).isFalse();
    }

    /** The loss of the primary and of one standby must not lose what MySQL has: such commits are on two standbys. */
    @Test
    void waitsForAsManyOfGroupAsCommits() throws Exception {
        target.answer("most_available_sync", row(true, "ANY 2 (a, b, c)"));
        target.answer(
                "pg_stat_get_wal_senders",
                row("0/900", SYNCHRONOUS, false),
                row("0/100", SYNCHRONOUS, false),
                row("0/200", SYNCHRONOUS, false));
        flush.await(0x200);
        assertThat(flush.isKnown(0x200)).isTrue();
        assertThat(flush.isKnown(0x201)).isFalse();
    }

    @Test
    void waitsWhileFewerOfGroupAreConnectedThanCommitsWaitFor() throws Exception {
        target.answer("most_available_sync", row(true, "ANY 2 (a, b, c)"));
        target.answer("pg_stat_get_wal_senders", row("0/900", SYNCHRONOUS, false), row("0/900", false, false));
        flush.await(0x10);
        assertThat(flush.isKnown(0x10)).isFalse();
    }

    /** Commits continue without the missing ones, and a standby that has the log is the one to promote. */
    @Test
    void waitsForConnectedOnesOfGroupIfCommitsDo() throws Exception {
        target.answer("most_available_sync", row(false, "ANY 2 (a, b, c)"));
        target.answer("pg_stat_get_wal_senders", row("0/200", SYNCHRONOUS, false), row("0/900", false, false));
        flush.await(0x200);
        assertThat(flush.isKnown(0x200)).isTrue();
        assertThat(flush.isKnown(0x201)).isFalse();
    }

    /** The standby that commits wait for may be the one to promote. */
    @Test
    void waitsWhileOnlyOtherStandbysAreConnected() throws Exception {
        target.answer("most_available_sync", row(true, "a"));
        target.answer("pg_stat_get_wal_senders", row("0/900", false, false));
        flush.await(0x10);
        assertThat(flush.isKnown(0x10)).isFalse();
    }

    @Test
    void waitsForStandbysThatNoCommitWaitsFor() throws Exception {
        rule(false);
        target.answer("pg_stat_get_wal_senders", row("1/0", false, false));
        flush.await(0x1_0000_0000L);
        assertThat(flush.isKnown(0x1_0000_0000L)).isTrue();
        assertThat(flush.isKnown(0x1_0000_0001L)).isFalse();
    }

    /** A failover to a standby that comes back later would lose what was committed meanwhile. */
    @Test
    void waitsWhileRequiredStandbyIsMissing() throws Exception {
        rule(true);
        flush.await(0x10);
        assertThat(flush.isKnown(0x10)).isFalse();
    }

    @Test
    void doesNotWaitWithoutStandbys() throws Exception {
        rule(false);
        flush.await(0x10);
        assertThat(flush.isKnown(0x10)).isTrue();
    }

    /** The account does not see the positions: reported, and not waited for without end. */
    @Test
    void doesNotWaitForHiddenPositions() throws Exception {
        rule(true);
        target.answer("pg_stat_get_wal_senders", row(null, null, null));
        flush.await(0x10);
        assertThat(flush.isKnown(0x10)).isTrue();
    }

    private void rule(boolean waits) {
        target.answer("most_available_sync", row(waits, "*"));
    }
}
