package io.gaussferry.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyProgress.Stage;
import io.gaussferry.snapshot.CopyProgress.Table;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CopyMeterTest {

    private static final TableId BEFORE = new TableId("shop", "before");
    private static final TableId LARGER = new TableId("shop", "larger");
    private static final TableId LATER = new TableId("shop", "later");

    @Test
    void reportsRowsOfThisAndEarlierStartsByTable() {
        CopyMeter meter = new CopyMeter(
                List.of(
                        new Table(BEFORE, Stage.COPIED, 10, 12),
                        new Table(LARGER, Stage.WAITING, 5, 20),
                        new Table(LATER, Stage.WAITING, 0, 30)),
                3);
        meter.copied(LARGER, 7, 70);
        meter.copied(LARGER, 13, 130);

        CopyProgress progress = meter.progress(Set.of(LARGER), Set.of());
        assertThat(progress.byTable())
                .containsExactly(
                        new Table(BEFORE, Stage.COPIED, 10, 12),
                        // more than estimated
                        new Table(LARGER, Stage.COPYING, 25, 25),
                        new Table(LATER, Stage.WAITING, 0, 30));
        assertThat(progress.rows()).isEqualTo(35);
        assertThat(progress.estimatedRows()).isEqualTo(62);
        assertThat(progress.ranges()).isEqualTo(5);
        assertThat(progress.tables()).isEqualTo(1);
        assertThat(meter.progress(Set.of(LARGER), Set.of(LARGER)).tables()).isEqualTo(2);
    }

    @Test
    void keepsStagesOfEarlierViews() {
        CopyMeter meter = new CopyMeter(
                List.of(new Table(LARGER, Stage.WAITING, 0, 20), new Table(LATER, Stage.WAITING, 0, 30)), 0);
        meter.progress(Set.of(LARGER), Set.of(LARGER));

        assertThat(meter.progress(Set.of(LATER), Set.of()).byTable())
                .containsExactly(new Table(LARGER, Stage.COPIED, 0, 20), new Table(LATER, Stage.COPYING, 0, 30));
    }
}
