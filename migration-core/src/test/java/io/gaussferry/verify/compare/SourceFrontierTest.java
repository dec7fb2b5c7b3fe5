package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.GtidSet;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The position that the target must pass before rows are compared includes transactions that are visible and not yet executed. */
class SourceFrontierTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

    @ParameterizedTest
    @CsvSource(textBlock = """
            # executed,   owned,                     position
            A:1-5,        '',                        A:1-5
            A:1-5,        A:7#12,                    A:1-5:7
            A:1-5,        A:6#12:7#13,               A:1-7
            A:1-5,        'A:6#12,B:3#4294967295',   'A:1-6,B:3'
            A:1-5,        A:tag:1#12,                'A:1-5,A:tag:1'
            '',           A:1#5,                     A:1
            """)
    void addsOwnedTransactions(String executed, String owned, String position) throws SQLException {
        assertThat(SourceFrontier.now(source(executed, owned).connection()).executed())
                .isEqualTo(set(position));
    }

    /** A transaction that commits between the two queries would be in neither answer if the executed ones were read first. */
    @Test
    void readsOwnedTransactionsFirst() throws SQLException {
        ScriptedConnection source = source("A:1-5", "");
        SourceFrontier unused = SourceFrontier.now(source.connection());
        assertThat(source.executed())
                .containsExactly("SELECT VERSION()", "SELECT @@GLOBAL.gtid_owned", "SELECT @@GLOBAL.gtid_executed");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # position,  target,       passed
            A:1-5,       A:1-5,        true
            A:1-5,       'A:1-9,B:1',  true
            A:1-5,       A:1-4,        false
            A:1-5,       A:1-3:5-9,    false
            A:1-5,       B:1-5,        false
            '',          '',           true
            """)
    void isPassedByTargetWithAllTransactions(String position, String target, boolean passed) {
        assertThat(new SourceFrontier(set(position)).isPassedBy(set(target))).isEqualTo(passed);
    }

    private static ScriptedConnection source(String executed, String owned) {
        return new ScriptedConnection()
                .answer("VERSION()", row("8.0.33"))
                .answer("gtid_executed", row(named(executed)))
                .answer("gtid_owned", row(named(owned)));
    }

    private static GtidSet set(String text) {
        return GtidSet.parse(named(text));
    }

    private static String named(String text) {
        return text.replace("A:", A + ":").replace("B:", B + ":");
    }
}
