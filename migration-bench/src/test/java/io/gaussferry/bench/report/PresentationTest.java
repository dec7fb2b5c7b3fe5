package io.gaussferry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.gaussferry.bench.report.RowReport.Point;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PresentationTest {
    @Test
    void printsFiguresOfEqualRowsAndReasonsOfOthers() {
        List<String> lines = Summary.lines(Reports.of(
                Reports.row("insert-1", 90_000, 9_000, 120_000, 9),
                RowReport.failed("delete", "delete", "30 threads", null, "both sides differ")));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("insert-1")
                        .contains("90,000", "10×", "75 %", "9.0", "keeps up", "yes"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("delete").endsWith("no").doesNotContain("0"))
                .contains("delete has no figures: both sides differ");
    }

    @Test
    void writesSelfContainedPageWithEscapedContent() throws IOException {
        String html = HtmlPage.html(Reports.of(
                Reports.row("insert-1", 90_000, 9_000, 120_000, 9),
                RowReport.failed("delete", "delete", "30 threads", null, "<b>different</b>")));
        assertThat(html.contains("title &lt;of&gt; insert-1")).isTrue();
        assertThat(html.contains("&lt;b&gt;different&lt;/b&gt;")).isTrue();
        assertThat(html.contains("1 of 2")).isTrue();
        assertThat(html.contains("<td>WRITESET</td>")).isTrue();
        assertThat(html.contains("<dd>chosen for each row</dd>")).isTrue();
        for (String absent : List.of("@STYLE@", "@CARDS@", "NaN", "src=", "href=", "<script")) {
            assertThat(html.contains(absent)).as(absent).isFalse();
        }
    }

    @Test
    void truncatesCeilingFarAboveOtherBars() {
        String bars = SpeedBars.draw(List.of(
                Reports.row("insert-1", 90_000, 9_000, 120_000, 9),
                Reports.row("hot-rows", 90_000, 2_000, 26_000_000, 9)));
        assertThat(bars.contains(">150,000<"))
                .as("the axis ends above the other ceiling")
                .isTrue();
        assertThat(bars.contains("26,000,000 →")).isTrue();
    }

    @Test
    void computesSpeedAsSlopeOfCount() {
        List<Point> speed = TimeChart.speed(List.of(new Point(0, 0), new Point(1, 100), new Point(2, 500)));
        assertThat(speed.get(0).y()).isCloseTo(100, offset(1e-6));
        assertThat(speed.get(speed.size() - 1).y()).isCloseTo(400, offset(1e-6));
        assertThat(TimeChart.speed(List.of(new Point(0, 0)))).isEmpty();
    }

    @Test
    void roundsEndOfAxis() {
        assertThat(Svg.roundUp(92_000)).isEqualTo(100_000);
        assertThat(Svg.roundUp(120_000)).isEqualTo(150_000);
        assertThat(Svg.roundUp(0)).isEqualTo(1);
    }

    @Test
    void formatsUnknownNumbersAsDash() {
        assertThat(Numbers.whole(null)).isEqualTo("–");
        assertThat(Numbers.whole(Double.NaN)).isEqualTo("–");
        assertThat(Numbers.whole(1_234.6)).isEqualTo("1,235");
        assertThat(Numbers.times(12.34)).isEqualTo("12×");
        assertThat(Numbers.percent(0.684)).isEqualTo("68 %");
        assertThat(Numbers.millis(2.34)).isEqualTo("2.3");
    }
}
