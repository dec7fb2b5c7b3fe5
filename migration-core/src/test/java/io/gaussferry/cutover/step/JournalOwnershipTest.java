package io.gaussferry.cutover.step;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.error.FencedException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The epoch of the progress decides who may write. {@link TargetJournalTest} shows the ownership after the switch. */
class JournalOwnershipTest {

    private static final Ownership SEVENTH = new Ownership("shop", 7);

    private final ScriptedConnection target = new ScriptedConnection().tables("progress");
    private @Nullable Ownership current = SEVENTH;

    private final JournalOwnership ownership = new JournalOwnership("shop", new CutoverStore("shop"), () -> current);

    /** Lets another daemon have the pipeline since epoch 8. */
    private void takenOver() {
        target.answer("FOR ").answer("max(epoch)", row(8));
    }

    private void held() {
        target.answer("FOR ", row(0));
    }

    @Test
    void holdsTheOwnershipOfTheDaemon() throws SQLException {
        held();
        assertThat(ownership.hold(target.connection())).isEqualTo(SEVENTH);
        assertThat(target.executed()).singleElement().asString().endsWith("FOR UPDATE [shop, 7]");
    }

    @Test
    void sharesTheRow() throws SQLException {
        held();
        assertThat(ownership.share(target.connection())).isEqualTo(SEVENTH);
        assertThat(target.executed()).singleElement().asString().endsWith("FOR SHARE [shop, 7]");
    }

    @Test
    void excludesRepairsFirst() throws SQLException {
        held();
        assertThat(ownership.holdExclusively(target.connection())).isEqualTo(SEVENTH);
        assertThat(target.executed().get(0)).contains("pg_advisory_xact_lock");
    }

    @Test
    void failsAfterTakeover() {
        takenOver();
        assertThatThrownBy(() -> ownership.hold(target.connection())).isInstanceOf(FencedException.class);
    }

    @Test
    void waitsForTheNextRunWithoutOwnership() {
        current = null;
        assertRestarting();
    }

    /** Between the attempt and its failure, another run of this daemon has renewed the ownership. */
    @Test
    void waitsForTheRenewedOwnership() {
        takenOver();
        target.onStatement("FOR UPDATE", () -> current = new Ownership("shop", 8));
        assertRestarting();
    }

    /** The commit that raises the epoch may have succeeded: the next run knows. */
    @Test
    void waitsWhileTheOwnershipIsInDoubt() {
        takenOver();
        current = new Ownership("shop", 7, 1_234);
        assertRestarting();
    }

    private void assertRestarting() {
        assertThatThrownBy(() -> ownership.hold(target.connection()))
                .isInstanceOf(JournalOwnership.RestartingException.class);
    }
}
