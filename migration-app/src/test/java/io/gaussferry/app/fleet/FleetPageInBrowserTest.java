package io.gaussferry.app.fleet;

import static io.gaussferry.app.fleet.FakeConnect.reported;
import static io.gaussferry.app.fleet.FakeConnect.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.app.http.Browser;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a fleet in a real browser, against a fake of Kafka Connect. */
class FleetPageInBrowserTest {

    private static final String TRACE = "org.apache.kafka.connect.errors.ConnectException: Table <b>t</b> is odd.";

    @TempDir
    private Path directory;

    @Test
    void showsListAndSingleMigration() throws Exception {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        try (FakeConnect connect = new FakeConnect();
                FleetWatch watch = new FleetWatch(List.of(URI.create(connect.url())));
                FleetPage page = FleetPage.open(new PageAddress("127.0.0.1", 0), watch)) {
            connect.hasFleetOf(
                    task(0, "RUNNING"),
                    task(1, "FAILED").replace("}", ", \"trace\": \"" + TRACE + "\\n  remedy: see\"}"),
                    reported(
                                    "eu",
                                    "REPLAYING",
                                    ", \"seconds_left\": 77, \"epoch\": 4, \"at\": \"" + Instant.now() + "\"")
                            + "," + reported("us", "REPLAYING", ""));
            try (Browser browser = new Browser(program.get(), directory.resolve("profile"), page.url())) {
                browser.await(text("state"), "3 migrations: 1 failed, 1 queued, 1 replaying; 1 needs attention");
                assertThat(browser.evaluate(text("attention-list"))).isEqualTo("shops / us: Table <b>t</b> is odd.");
                assertThat(browser.evaluate("[...document.querySelectorAll('#migrations tr:first-child td')]"
                                + ".map(cell => cell.textContent).join('|')"))
                        .startsWith("shops|eu|127.0.0.1:")
                        .endsWith("|replaying|200 ms|3|34|12||77.0 s|w0:8083");
                browser.evaluate("const filter = document.getElementById('filter'); filter.value = 'QUEUE';"
                        + " filter.dispatchEvent(new Event('input'))");
                assertThat(browser.evaluate(text("filtered"))).isEqualTo("1 of 3");
                assertFits(browser);

                browser.evaluate("document.querySelector('#attention-list a').click()");
                browser.await(text("one-state"), "failed");
                assertThat(browser.evaluate(text("one-trace"))).isEqualTo(TRACE + "\n  remedy: see");
                assertThat(browser.evaluate("location.hash")).endsWith("/shops/us");
                assertFits(browser);

                browser.evaluate("location.hash = location.hash.replace('us', 'eu')");
                browser.await(text("one-left"), "77.0 s to catch up");
                assertThat(browser.evaluate(text("status"))).contains("Epoch4").contains("w0:8083");
                browser.await("String(Chart.getChart('lag-chart').data.datasets[0].data.length)", "1");

                connect.close();
                browser.await(text("one-state"), "was replaying");
                browser.evaluate("location.hash = ''");
                browser.await("String(document.getElementById('one').hidden)", "true");
                assertThat(browser.evaluate(text("attention-list")))
                        .contains("does not respond", "remedy:", "Its migrations are shown as of");
            }
        }
    }

    private static String text(String element) {
        return "document.getElementById('" + element + "').textContent";
    }

    /** On a phone, a page wider than the window would have to be scrolled sideways. */
    private static void assertFits(Browser browser) throws Exception {
        assertThat(browser.evaluate("String(document.documentElement.scrollWidth <= innerWidth)"))
                .isEqualTo("true");
    }
}
