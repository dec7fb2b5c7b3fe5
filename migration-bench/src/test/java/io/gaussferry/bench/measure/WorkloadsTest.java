package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadsTest {
    @Test
    void startsWithTenRowsOfReferenceInOrder() {
        List<Workload> rows = Workloads.all(new Settings(1, Settings.Mode.BOTH, 4, 3, 2_000, 1));
        assertThat(rows.stream().map(Workload::reference).limit(10))
                .containsExactly(
                        34_470.0, 39_340.0, 32_160.0, 34_960.0, 32_940.0, 38_050.0, 25_310.0, 25_910.0, 18_847.0,
                        33_800.0);
        assertThat(rows.stream().skip(10).map(Workload::row))
                .containsExactly(
                        "tpcc",
                        "hot-rows",
                        "idle",
                        "back-insert",
                        "back-update",
                        "back-update-non-index",
                        "back-delete",
                        "back-tpcc");
        assertThat(rows.stream().map(Workload::row)).doesNotHaveDuplicates();
    }

    @Test
    void scalesAllRowsEqually() {
        List<Workload> whole = Workloads.all(new Settings(1, Settings.Mode.BACKLOG, 4, 3, 2_000, 1));
        List<Workload> tenth = Workloads.all(new Settings(0.1, Settings.Mode.BACKLOG, 4, 3, 2_000, 1));
        for (int index = 0; index < whole.size(); index++) {
            if (!whole.get(index).row().endsWith("delete")) {
                assertThat(tenth.get(index).transactions())
                        .isEqualTo(whole.get(index).transactions() / 10);
            }
        }
    }

    /** Without remaining rows, the load would never end. */
    @Test
    void leavesRowsToDeleteAtAnyScale() {
        for (double scale : new double[] {0.0001, 0.002, 0.1, 1, 3}) {
            for (long rate : new long[] {10, 2_000, 5_000}) {
                Workload delete = Workloads.all(new Settings(scale, Settings.Mode.BOTH, 4, 3, rate, 1)).stream()
                        .filter(row -> row.row().equals("delete"))
                        .findFirst()
                        .orElseThrow();
                long tables = 10;
                long rows = Long.parseLong(delete.description().replaceAll(".*tables of (\\d+) rows", "$1"));
                long live = rate * delete.liveTime().toMillis() / 1_000;
                assertThat(delete.transactions() + live)
                        .as("scale %s, rate %s", scale, rate)
                        .isLessThan(rows * tables * 3 / 4);
            }
        }
    }
}
