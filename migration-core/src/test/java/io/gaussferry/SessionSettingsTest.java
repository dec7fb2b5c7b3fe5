package io.gaussferry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pooled sessions of the target have their settings once, so a later user would have those of an earlier one. Therefore only the listed
 * classes change a setting of a whole session; all others use SET LOCAL, which ends with the transaction.
 */
class SessionSettingsTest {

    /** The settings of new sessions: of replay, of the dialects, and of verification, which has pools of its own. */
    private static final Set<String> OF_NEW_SESSIONS = Set.of(
            "opengauss/ForeignKeyEnforcement",
            "target/TargetDialect",
            "target/opengauss/OpenGaussDialect",
            "target/postgresql/PostgreSqlDialect",
            "verify/read/Sessions");

    /** These connections are in no pool, and closed after their use. */
    private static final Set<String> OF_OWN_CONNECTIONS = Set.of(
            "objects/prove/CommittingProof",
            "opengauss/HostProbe",
            "opengauss/decoding/Backlog",
            "opengauss/decoding/ReplicationConnector");

    /** These statements are of MySQL. */
    private static final Set<String> NOT_OF_THE_TARGET =
            Set.of("application/collect/ServerLog", "objects/prove/SourceCall");

    /** SET of a setting that is named in lower case or by a variable; MySQL's SET SESSION, SET GLOBAL and SET @variable do not match. */
    private static final Pattern SESSION_SETTING = Pattern.compile(
            "\"(?:[^\"]*; )?(?:SET (?:\"|[a-z_.]+ ?(?:=|TO)|TIME ZONE|SESSION CHARACTERISTICS)|RESET (?:[a-z]|ALL))"
                    + "|\"DISCARD (?:ALL|TEMP)|set_config\\([^;]*?\\bfalse\\)");

    @Test
    void onlyListedClassesChangeSettingsOfWholeSessions() throws IOException {
        Set<String> listed = new TreeSet<>(OF_NEW_SESSIONS);
        listed.addAll(OF_OWN_CONNECTIONS);
        listed.addAll(NOT_OF_THE_TARGET);
        assertThat(classesWithSessionSettings()).containsExactlyElementsOf(listed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"SET enable_seqscan = off\"",
                "\"SELECT 1; SET enable_seqscan = off\"",
                "\"SET \" + setting + \" = on\"",
                "\"RESET enable_seqscan\"",
                "\"RESET ALL\"",
                "\"DISCARD ALL\"",
                "\"SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY\"",
                "\"SELECT set_config(name, 'off', false) FROM pg_settings\"",
                "\"SELECT set_config(name, 'off',\"\n + \" false)\""
            })
    void findsSettingsOfSessions(String code) {
        assertThat(changesSession(code)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"SET LOCAL enable_seqscan = off\"",
                "\"SAVEPOINT a; SET LOCAL enable_seqscan = off\"",
                "\"SET TRANSACTION READ ONLY\"",
                "\"SET SESSION sql_mode = ''\"",
                "\"SET @gaussferry = 1\"",
                "\"SELECT set_config(name, 'off', true) FROM pg_settings\"",
                "action.startsWith(\"SET \")"
            })
    void ignoresSettingsOfTransactionsAndOfMySql(String code) {
        assertThat(changesSession(code)).isFalse();
    }

    private static boolean changesSession(String code) {
        return SESSION_SETTING.matcher(code.replace("startsWith(\"SET \")", "")).find();
    }

    private static List<String> classesWithSessionSettings() throws IOException {
        Path root = Path.of("src/main/java/io/gaussferry");
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    // translated statements are executed by applications only
                    .filter(path -> !path.startsWith(root.resolve("objects/translate")))
                    .toList()) {
                if (Arrays.stream(Files.readString(file).split(";\n")).anyMatch(SessionSettingsTest::changesSession)) {
                    found.add(
                            root.relativize(file).toString().replace('\\', '/').replaceFirst("\\.java$", ""));
                }
            }
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }
}
