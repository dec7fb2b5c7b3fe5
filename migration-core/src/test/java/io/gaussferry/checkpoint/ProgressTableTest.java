package io.gaussferry.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The update that an applier executes in each of its commits: it changes the row of this applier only, and none after a takeover. */
class ProgressTableTest {

    private static final String GTID = "3e11fa47-71ca-11e1-9e33-c80aa9429562:9";

    private final ScriptedConnection target = new ScriptedConnection();

    @Test
    void setsEveryParameter() throws SQLException {
        Progress progress = new Progress(
                GTID,
                new LowWaterMark(42, new BinlogPosition("binlog.000007", 154, 1_700_000_000)),
                HistoryFingerprint.parse(GTID + "@5"));
        try (PreparedStatement update = target.connection().prepareStatement(ProgressTable.UPDATE)) {
            ProgressTable.setUpdate(update, new Ownership("shop", 7), 3, progress, 12);
            update.executeUpdate();
        }
        List<String> names = List.of(
                "gtid_set = " + GTID,
                "fingerprint = " + GTID + "@5",
                "low_water = 42",
                "low_water_file = binlog.000007",
                "low_water_offset = 154",
                "low_water_created = 1700000000",
                "transactions = transactions + 12",
                "pipeline = shop",
                "applier = 3",
                "epoch = 7");
        assertThat(filled(target.executed().get(0))).contains(names);
    }

    /** Returns a recorded statement with its parameters in their places. */
    private static String filled(String statement) {
        int values = statement.lastIndexOf('[');
        String filled = statement.substring(0, values);
        for (String value :
                statement.substring(values + 1, statement.length() - 1).split(", ")) {
            filled = filled.replaceFirst("\\?", value);
        }
        return filled;
    }
}
