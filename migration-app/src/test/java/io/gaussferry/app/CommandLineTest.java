package io.gaussferry.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command lines of all commands; needs no servers. */
class CommandLineTest {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    private int run(String words) {
        return GaussferryApplication.run(
                words.isEmpty() ? List.of() : List.of(words.split(" ")),
                new PrintStream(output, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return output.toString(StandardCharsets.UTF_8);
    }

    private String errorOutput() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run",
                "check",
                "shadow",
                "status",
                "pause",
                "resume",
                "throttle",
                "failures",
                "retry",
                "skip",
                "definitions",
                "definitions show",
                "definitions replace",
                "verify",
                "copy",
                "objects",
                "objects plan",
                "objects apply",
                "accounts",
                "rehearse",
                "cutover",
                "cutover start",
                "certificate",
                "certificate check",
                "fleet",
                "fleet page",
                "completion"
            })
    void everyCommandHasHelp(String command) {
        assertThat(run((command + " --help").strip())).isZero();
        assertThat(printed()).startsWith("Usage: gaussferry " + command).contains("--help");
        assertThat(errorOutput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                           | Missing required subcommand
            stauts --config a.yml                                        | did you mean status
            run                                                          | Missing required option: '--config=FILE'
            run --config a b                                             | Unmatched argument at index 3: 'b'
            check --config                                               | Missing required parameter for option '--config'
            check --config a --scan-vaules                               | did you mean --scan-values
            check --config a --from b                                    | options of --application
            check --config a --application --scan-values                 | no effect with --application
            shadow --config a --timeout                                  | Missing required parameter for option '--timeout'
            pause --config a.yml now                                     | Unmatched argument
            throttle --config a.yml                                      | Missing required parameter: 'ROWS|off'
            throttle --config a.yml -1                                   | -1 is neither a number of rows nor off
            throttle --config a.yml 1 2                                  | Unmatched argument
            status --config a.yml --token secret                         | Unknown option
            status --config a.yml --config b.yml                         | should be specified only once
            verify                                                       | give --config FILE
            verify --config a.yml --connections 17                       | --connections must be 1 to 16
            verify --config a.yml --tables a                             | not of the form schema.table
            verify --fleet http://a:1 --pipeline p --repair              | --repair is given with --fleet
            skip --transaction a:1 --reason b                            | give either --config FILE or --fleet URL
            skip --config a.yml --transaction a:1                        | Missing required option: '--reason=TEXT'
            definitions                                                  | Missing required subcommand
            definitions show --config a.yml --limit 0                    | --limit must be 1 to 1000
            definitions apply --config a.yml --transaction a:1 --reason b --sql-file c | Unknown option
            definitions replace --config a.yml --transaction a:1 --reason b | Missing required option: '--sql-file=FILE'
            copy --config a.yml --replace                                | --replace is given without --table
            cutover                                                      | Missing required subcommand
            cutover rearm --config a.yml                                 | Missing required option: '--reason=TEXT'
            certificate                                                  | Missing required option: '--config=FILE'
            """)
    void reportsInvalidCommandLineWithRemedy(String words, String part) {
        assertThat(run(words)).isEqualTo(2);
        assertThat(errorOutput())
                .startsWith("gaussferry: The command line is invalid: ")
                .contains(part)
                .contains("--help lists the options");
        assertThat(printed()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pause                                       | --config is missing
            status --fleet http://127.0.0.1:1           | --fleet is given without --pipeline
            status --config a.yml --pipeline p          | --pipeline or --token-file is given without --fleet
            status --fleet http://127.0.0.1:1 --url http://127.0.0.1:2 --pipeline p | --config or --url is given with --fleet
            run --config no-such-file.yml               | no-such-file.yml
            verify --config no-such-file.yml            | no-such-file.yml
            """)
    void reportsRefusalWithRemedy(String words, String part) {
        assertThat(run(words)).isEqualTo(2);
        assertThat(errorOutput()).startsWith("gaussferry: ").contains(part).contains("remedy:");
    }

    @Test
    void printsCompletionOfEveryCommand() {
        assertThat(run("completion")).isZero();
        assertThat(printed()).contains("complete -F", "throttle", "rollback", "--no-reverse-replication");
    }
}
