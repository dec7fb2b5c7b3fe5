package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.RecentErrors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, with a pipeline that was not started; needs no servers. */
class PageTest {

    private static final String TOKEN = "a-token-for-this-test";
    private static final String STATE = "document.getElementById('state').textContent";

    @TempDir
    private Path directory;

    @Test
    void showsAndControlsDaemon() throws Exception {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        Path configuration = Files.writeString(directory.resolve("gaussferry.yml"), """
                gaussferry:
                  pipeline: <b>shop
                  source: {url: "jdbc:mysql://127.0.0.1/", user: u}
                  target: {url: "jdbc:opengauss://127.0.0.1/t", user: u}
                  http: {port: 0, token: %s}
                """.formatted(TOKEN));
        DaemonSettings settings = ConfigurationFile.readForDaemon(configuration);
        RecentErrors errors = new RecentErrors();
        errors.add(new GaussferryException(ErrorCode.TARGET_FAILED, "The target <i>fails", "check it", null), true);
        DaemonView daemon = IdleDaemonView.of(settings.migration().pipeline(), errors);
        Pipeline pipeline = daemon.pipeline();
        try (HttpServer server = HttpServer.start(settings.http(), daemon);
                Browser browser = new Browser(
                        program.get(),
                        directory.resolve("profile"),
                        server.url().get(60, TimeUnit.SECONDS))) {
            browser.await(STATE, "starting");
            assertThat(browser.evaluate("document.getElementById('pipeline').textContent"))
                    .isEqualTo("<b>shop");
            assertThat(browser.evaluate("document.getElementById('errors').textContent"))
                    .contains("The target <i>fails", "remedy: check it");
            browser.await(text("next-action"), "The daemon is starting; no action needed.");
            assertThat(browser.evaluate(text("next-command"))).isEqualTo("gaussferry status --config FILE");
            assertThat(browser.evaluate(text("stage-cutover-figure"))).isEqualTo("not started");
            // a table without rows is not shown
            assertThat(browser.evaluate("String(document.getElementById('appliers-section').hidden)"))
                    .isEqualTo("true");
            browser.await("String(Chart.getChart('speed-chart').data.datasets[0].data.length > 0)", "true");
            press(browser, "pause");
            press(browser, "token-dialog button");
            // an empty token counts as no token
            assertThat(pipeline.throttler().isPaused()).isFalse();
            // faster than a user: the second dialog opens before the browser's close event of the first
            browser.evaluate("""
                    document.getElementById('token-dialog')
                        .addEventListener('close', () => document.body.dataset.event = 'close', {once: true});
                    const pressed = name => document.querySelector('#' + name).click();
                    pressed('pause');
                    pressed('token-dialog button');
                    pressed('pause');
                    """);
            browser.await("document.body.dataset.event || ''", "close");
            browser.evaluate("document.getElementById('token').value = '" + TOKEN + "'");
            press(browser, "token-dialog button");
            browser.await(STATE, "paused");
            assertThat(pipeline.throttler().isPaused()).isTrue();
            browser.await("String(document.getElementById('resume').disabled)", "false");
            browser.await(text("next-command"), "gaussferry resume --config FILE");
            browser.evaluate("document.getElementById('limit').value = '500'");
            press(browser, "throttle");
            browser.await("document.getElementById('answer').textContent", "Done: throttle.");
            assertThat(pipeline.throttler().rowsPerSecond()).isEqualTo(500);
            press(browser, "resume");
            browser.await(STATE, "starting");
            press(browser, "verify");
            browser.await(
                    "document.getElementById('answer').textContent",
                    "Refused: The target cannot be compared before the initial copy has caught up.");
            assertThat(browser.evaluate("String(document.getElementById('waiting').hidden)"))
                    .isEqualTo("true");
            // on a phone, a page wider than the window would have to be scrolled sideways
            assertThat(browser.evaluate("String(document.documentElement.scrollWidth <= innerWidth)"))
                    .isEqualTo("true");
        }
    }

    private static String text(String element) {
        return "document.getElementById('" + element + "').textContent";
    }

    private static void press(Browser browser, String element) throws Exception {
        browser.evaluate("document.querySelector('#" + element + "').click()");
    }
}
