package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.types.BinaryValues;
import io.gaussferry.e2e.types.JsonValues;
import io.gaussferry.e2e.types.NumberValues;
import io.gaussferry.e2e.types.TemporalValues;
import io.gaussferry.e2e.types.TextValues;
import io.gaussferry.e2e.types.TypeValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends every value of the tables in {@code types} through the initial copy and through insertion, update and deletion in the binlog, alone and in
 * sets, with and without a key. Then reads both sides by the servers' own functions.
 */
class TypeRoundTripIT {

    /** More than 60 rows, above which insertions use COPY. */
    private static final int ROWS_OF_A_SET = 80;

    @Test
    void replicatesEveryValueEveryWay() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_types")) {
            RoundTripTable large = new RoundTripTable("large", BinaryValues.large(), Servers.targetForm());
            Map<String, List<TypeValues>> groups = groups();
            // reverse replication refuses these
            groups.put("rounded_up", NumberValues.roundedUp());
            if (!Servers.isMariaDb()) {
                groups.put("json_decimals", JsonValues.largestDecimal());
            }
            arriveEveryWay(migration, tables(groups, false), List.of(large));
        }
    }

    /** For openGauss in compatibility A, whose applications may treat '' as NULL; the rule is the same on every target. */
    @Tag("long")
    @Test
    void convertsEmptyStringsToNullByRule() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_empty_types")) {
            migration.ruleSetting("empty-string-as-null: true");
            arriveEveryWay(migration, tables(texts(), true), List.of());
        }
    }

    private static List<RoundTripTable> tables(Map<String, List<TypeValues>> groups, boolean emptyAsNull) {
        List<RoundTripTable> tables = new ArrayList<>();
        groups.forEach((name, types) -> tables.add(new RoundTripTable(name, types, Servers.targetForm(), emptyAsNull)));
        return tables;
    }

    /** @param onlyCopied tables that are too large for more than the initial copy */
    private static void arriveEveryWay(
            Migration migration, List<RoundTripTable> tables, List<RoundTripTable> onlyCopied) throws Exception {
        try (Connection source = lenientSource(migration)) {
            try (Statement statement = source.createStatement()) {
                for (RoundTripTable table : tables) {
                    table.create(statement);
                }
                for (RoundTripTable table : onlyCopied) {
                    table.create(statement);
                }
                migration.start();
                assertAllAsExpected(migration, source, tables, "after the initial copy");
                assertAllAsExpected(migration, source, onlyCopied, "after the initial copy");

                for (RoundTripTable table : tables) {
                    table.change(statement);
                }
                assertAllAsExpected(migration, source, tables, "after single changes");
                migration.stop();

                for (RoundTripTable table : tables) {
                    table.changeAsSets(statement, ROWS_OF_A_SET);
                }
            }
            migration.start();
            assertAllAsExpected(migration, source, tables, "after changes in sets");
            VerifyRun verified = VerifyRun.of(migration, "--values", "--json");
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            assertThat(verified.structure()).as("all types").isEmpty();
        }
    }

    static Map<String, List<TypeValues>> groups() {
        Map<String, List<TypeValues>> groups = new LinkedHashMap<>();
        groups.put("integers", NumberValues.integers());
        groups.put("decimals", NumberValues.decimals());
        groups.put("floating_point", NumberValues.floatingPoint());
        groups.put("bits", NumberValues.bits());
        groups.putAll(texts());
        groups.put("bytes", BinaryValues.bytes());
        groups.put("geometries", BinaryValues.geometries());
        groups.put("dates", TemporalValues.dates());
        groups.put("times", TemporalValues.times());
        groups.put("date_times", TemporalValues.dateTimes());
        groups.put("timestamps", TemporalValues.timestamps());
        groups.put("json", Servers.isMariaDb() ? JsonValues.strings() : JsonValues.documents());
        if (Servers.sourceMajorVersion() >= 9 && !Servers.isMariaDb()) {
            groups.put("vectors", BinaryValues.vectors());
        }
        return groups;
    }

    private static Map<String, List<TypeValues>> texts() {
        Map<String, List<TypeValues>> groups = new LinkedHashMap<>();
        groups.put("varchar", TextValues.varchar());
        groups.put("fixed_length", TextValues.fixedLength());
        groups.put("character_sets", existing(TextValues.characterSets()));
        groups.put("enumerations", existing(TextValues.enumerations()));
        return groups;
    }

    private static final Pattern UNREADABLE_MEMBERS = Pattern.compile("(?:ENUM|SET)\\(.*[?\\x{10000}-\\x{10FFFF}].*");

    /** MariaDB has no character set gb18030, and prints members beyond U+FFFF with question marks: they are refused. */
    private static List<TypeValues> existing(List<TypeValues> types) {
        return types.stream()
                .filter(type -> !Servers.isMariaDb() || !type.declaration().contains("gb18030"))
                .filter(type -> !Servers.isMariaDb()
                        || !UNREADABLE_MEMBERS.matcher(type.declaration()).matches())
                .toList();
    }

    /** Opens a session that accepts the values that a careless application may have written years ago, in its own time zone. */
    static Connection lenientSource(Migration migration) throws SQLException {
        Connection connection = migration.openSource();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
            statement.execute("SET SESSION time_zone = '-03:30'");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static void assertAllAsExpected(
            Migration migration, Connection source, List<RoundTripTable> tables, String when) throws Exception {
        migration.awaitCaughtUp();
        List<String> mismatches = new ArrayList<>();
        try (Connection target = migration.openTarget();
                Statement sourceSession = source.createStatement();
                Statement targetSession = target.createStatement()) {
            sourceSession.execute("SET SESSION time_zone = '+00:00'");
            targetSession.execute("SET TIME ZONE 'UTC'");
            targetSession.execute("SET bytea_output = 'hex'");
            targetSession.execute("SET extra_float_digits = 3");
            for (RoundTripTable table : tables) {
                assertThat(table.size()).isPositive();
                mismatches.addAll(table.mismatches(source, target));
            }
            sourceSession.execute("SET SESSION time_zone = '-03:30'");
            source.commit();
        }
        assertThat(mismatches).as(when).isEmpty();
    }
}
