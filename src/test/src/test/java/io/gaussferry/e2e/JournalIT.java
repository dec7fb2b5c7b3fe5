package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Starts a cutover while a new run of the pipeline takes over its progress from the former run, as after each definition and each copied table.
 * Guards: {@code TargetJournal}.
 */
class JournalIT {

    private static final String PIPELINE = "gf_e2e_journal";
    private static final CutoverRequest REQUEST = new CutoverRequest("test", "localhost", true, VerifyMode.COUNTS);
    private static final Ownership FORMER = new Ownership(PIPELINE, 1);

    private final TargetLink link = new TargetLink(settings(Servers.sandbox().target()));
    private long epoch;

    private static TargetSettings settings(ServerAddress target) {
        return new TargetSettings(
                target.url(), target.user(), target.password(), ForeignKeyPolicy.values()[0], Duration.ofSeconds(20));
    }

    /** Creates the progress of a pipeline whose second run has taken it over. */
    @BeforeEach
    void takeOver() throws Exception {
        ProgressStore progress = new ProgressStore(PIPELINE);
        try (Connection target = Servers.target().address().open()) {
            target.setAutoCommit(false);
            TargetState.prepare(target);
            LowWaterMark nothing = new LowWaterMark(0, new BinlogPosition("", 0));
            progress.begin(target, FORMER, 1, new Progress("", nothing), new SourceIdentity("a", Naming.GTID));
            epoch = progress.takeOwnership(target, 1).orElseThrow().ownership().epoch();
            target.commit();
        }
    }

    @AfterEach
    void forget() throws SQLException {
        link.close();
        Server target = Servers.target();
        target.execute("DELETE FROM gaussferry.progress WHERE pipeline = '" + PIPELINE + "'");
        if (!target.rows("SELECT 1 FROM pg_tables WHERE schemaname = 'gaussferry' AND tablename = 'cutover'")
                .isEmpty()) {
            target.execute(
                    "DELETE FROM gaussferry.cutover WHERE pipeline = '" + PIPELINE + "'",
                    "DELETE FROM gaussferry.cutover_step WHERE pipeline = '" + PIPELINE + "'");
        }
    }

    /** The daemon has no ownership, then the former run's, then one whose commit is not acknowledged, then the one in force. */
    @Test
    void startsCutoverOnceNextRunOwnsPipeline() {
        Ownership inDoubt = new Ownership(PIPELINE, epoch - 1, 7);
        Ownership inForce = new Ownership(PIPELINE, epoch);
        // the ownership is read once more after a failure
        TargetJournal journal = journal(null, FORMER, inDoubt, inDoubt, inDoubt, inForce);
        assertThat(begin(journal)).isEqualTo(CutoverStep.PRECHECK);
    }

    @Test
    void refusesCutoverOfDaemonThatAnotherOneReplaced() {
        TargetJournal journal = journal(FORMER, FORMER);
        assertThatThrownBy(() -> begin(journal)).isInstanceOf(FencedException.class);
    }

    private CutoverStep begin(TargetJournal journal) {
        return journal.begin(REQUEST, Instant.now().plusSeconds(60)).step();
    }

    /** Returns the journal of a daemon that answers with these ownerships in turn. */
    private TargetJournal journal(@Nullable Ownership... held) {
        List<@Nullable Ownership> all = Arrays.asList(held);
        Iterator<@Nullable Ownership> next = all.iterator();
        return new TargetJournal(PIPELINE, link, next::next, Clock.systemUTC());
    }
}
