package io.gaussferry.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlOptionsTest {

    @Test
    void acceptsOptionsInAnyOrder() {
        assertThat(parse("throttle 500 --reason backup --config a.yml --json --url http://127.0.0.1:1/"))
                .contains(new ControlOptions(
                        "throttle",
                        new ControlTarget(Path.of("a.yml"), URI.create("http://127.0.0.1:1/"), List.of(), null, null),
                        true,
                        "backup",
                        500));
        assertThat(parse("pause --fleet http://a:1 --pipeline p --fleet http://b:1 --token-file t"))
                .contains(new ControlOptions(
                        "pause",
                        new ControlTarget(
                                null,
                                null,
                                List.of(URI.create("http://a:1"), URI.create("http://b:1")),
                                "p",
                                Path.of("t")),
                        false,
                        "",
                        0));
        assertThat(parse("throttle --config a.yml off").orElseThrow().rowsPerSecond())
                .isZero();
        assertThat(parse("pause --config a.yml")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pause",
                "pause --config",
                "pause --config a.yml now",
                "throttle --config a.yml",
                "throttle --config a.yml -1",
                "throttle --config a.yml 1 2",
                "status --config a.yml --token secret"
            })
    void rejectsAmbiguousArguments(String words) {
        try {
            assertThat(parse(words)).isEmpty();
        } catch (GaussferryException e) {
            assertThat(e.getMessage()).contains("is invalid");
        }
    }

    private static java.util.Optional<ControlOptions> parse(String words) {
        return ControlOptions.parse(List.of(words.split(" ")));
    }
}
