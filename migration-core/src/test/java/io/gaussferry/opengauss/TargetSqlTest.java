package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No string of the programs contains SQL that PostgreSQL supports and openGauss 6.0 does not: openGauss was forked from
 * PostgreSQL 9.2, and the dolphin plugin has a grammar of its own. Checks each string literal separately.
 */
class TargetSqlTest {

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    private static final Pattern FORBIDDEN = Pattern.compile(String.join(
            "|",
            // openGauss has ON DUPLICATE KEY UPDATE and MERGE instead
            "\\bON CONFLICT\\b",
            "\\bLATERAL\\b",
            "\\bWITH ORDINALITY\\b",
            "\\bROWS FROM\\b",
            // missing in dolphin's grammar
            "\\bFILTER ?\\(WHERE\\b",
            "\\bADD COLUMN IF NOT EXISTS\\b",
            // openGauss has serial and AUTO_INCREMENT instead
            "\\bAS IDENTITY\\b",
            // several arrays in parallel are possible only in the select list
            "\\bFROM unnest\\([^)]*,",
            // types and functions added after 9.2
            "\\bto_reg(class|type|namespace)\\(",
            "::reg(namespace|role)\\b",
            "\\b(array_position|cardinality|make_interval|jsonb?_build_object|pg_blocking_pids)\\(",
            "\\bcurrent_setting\\([^)]*, true\\)",
            // catalog columns added after 9.2
            "\\b(attidentity|attgenerated|relispartition|backend_type|wait_event)\\b",
            // in dolphin, numeric and timestamp have no fraction, varbinary and binary only one byte
            "\\bAS (numeric|NUMERIC|decimal|varbinary|binary|timestamp|TIMESTAMP|time)\\b *(\\)|\\[)",
            // a logical OR if dolphin.sql_mode lacks pipes_as_concat; use concat(…)
            "\\b(SELECT|SET|WHERE)\\b.* \\|\\| "));

    private static Stream<String> forbidden(String java) {
        return STRING.matcher(java).results().map(string -> string.group(1)).filter(FORBIDDEN.asPredicate());
    }

    @Test
    void containsNoSqlThatOpenGaussLacks() throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        for (String module : List.of("migration-core", "migration-app", "migration-bench")) {
            List<Path> sources;
            try (Stream<Path> all = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                sources = all.filter(path -> path.toString().endsWith(".java")).toList();
            }
            for (Path source : sources) {
                forbidden(Files.readString(source)).forEach(sql -> found.add(source.getFileName() + ": " + sql));
            }
            files += sources.size();
        }
        assertThat(files).isPositive();
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING\"",
                "\"SELECT count(*) FILTER (WHERE a > 1)\"",
                "\"SELECT * FROM unnest(?, ?) AS rows\"",
                "\"SELECT to_regclass(?)\"",
                "\"SELECT CAST(? AS varbinary[])\"",
                "\"SELECT name || 'x' FROM t\""
            })
    void findsForbiddenSql(String java) {
        assertThat(forbidden(java)).hasSize(1);
    }
}
