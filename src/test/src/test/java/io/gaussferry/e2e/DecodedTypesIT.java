package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.convert.image.ReverseFinding.Kind;
import io.gaussferry.e2e.DecodedChanges.Change;
import io.gaussferry.e2e.DecodedChanges.Image;
import io.gaussferry.e2e.types.TypeValues;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableVersion;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Verifies that every value of the tables in {@code types}, copied to the target and written there unchanged, is read back as the bytes that MySQL's
 * own binlog has for it; where the bytes leave a choice, as the value that the codecs read in them.
 */
class DecodedTypesIT {

    private static final Pattern JSON_TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|-?\\d[\\d.eE+-]*");

    @Test
    void decodesEveryValueToItsOriginalBytes() throws Exception {
        Map<String, List<TypeValues>> groups = TypeRoundTripIT.groups();
        try (Migration migration = Migration.of("gf_e2e_types_back")) {
            String before =
                    Servers.source().value("SELECT @@GLOBAL.gtid_executed").replaceAll("\\s", "");
            try (Connection source = TypeRoundTripIT.lenientSource(migration);
                    Statement statement = source.createStatement()) {
                for (Map.Entry<String, List<TypeValues>> group : groups.entrySet()) {
                    new RoundTripTable(group.getKey(), group.getValue(), Servers.targetForm()).create(statement);
                }
            }
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();

            String[] names =
                    groups.keySet().stream().map(name -> name + "_keyed").toArray(String[]::new);
            try (DecodedTarget back = new DecodedTarget(migration, names)) {
                assertThat(back.findings())
                        .filteredOn(finding -> finding.kind() == Kind.NEVER)
                        .isEmpty();
                back.arm();
                Map<String, Map<Integer, Image>> logged = logged(migration, back, before, names);
                DecodedChanges changes = back.read();
                writeAsTheyAre(migration, back, names);
                requireSame(names, logged, decoded(changes, names));
                assertThat(back.end()).isNull();

                migration.fillTargetLog();
                DecodedChanges backlog = back.read();
                requireSame(names, logged, decoded(backlog, names));
                assertThat(backlog.backlog).hasValue(names.length);
                assertThat(back.end()).isNull();
            }
        }
    }

    /** Returns the rows from MySQL's binlog. */
    private static Map<String, Map<Integer, Image>> logged(
            Migration migration, DecodedTarget back, String executed, String[] names) throws Exception {
        Map<String, Integer> missing = new HashMap<>();
        for (String name : names) {
            missing.put(
                    name,
                    Integer.parseInt(
                            Servers.source().value("SELECT COUNT(*) FROM `" + migration.database() + "`." + name)));
        }
        String uuid = Servers.source().value("SELECT @@GLOBAL.server_uuid");
        BinlogChangeSource source = new BinlogChangeSource(
                back.source(), back.catalog(), new SourceIdentity(uuid, Naming.GTID), (statement, skipped) -> true);
        DecodedChanges changes = new DecodedChanges(back.profile());
        Thread thread = new Thread(() -> {
            try {
                source.run(new Progress(executed, new LowWaterMark(0, new BinlogPosition("", 4))), changes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        Map<String, Map<Integer, Image>> rows = new HashMap<>();
        while (!missing.isEmpty()) {
            for (Change change : changes.changes(changes.next())) {
                take(change, change.after(), rows);
                Map<Integer, Image> found = rows.getOrDefault(change.table(), Map.of());
                missing.remove(change.table(), found.size());
            }
        }
        source.stop();
        thread.join();
        return rows;
    }

    private static void writeAsTheyAre(Migration migration, DecodedTarget back, String[] names) throws Exception {
        for (String name : names) {
            back.transaction("UPDATE \"" + migration.database() + "\"." + name + " SET id = id");
        }
    }

    /** Returns the rows from the target's decoding, one table per transaction. */
    private static Map<String, Map<Integer, Image>> decoded(DecodedChanges changes, String[] names) throws Exception {
        Map<String, Map<Integer, Image>> rows = new HashMap<>();
        for (String name : names) {
            SourceTransaction part;
            do {
                part = changes.next();
                for (Change change : changes.changes(part)) {
                    assertThat(change.toString()).startsWith("UPDATE " + name);
                    Image before = Objects.requireNonNull(change.before());
                    Image after = Objects.requireNonNull(change.after());
                    if (!before.format().table().isKeyOnlyBefore()) {
                        assertThat(before.texts()).isEqualTo(after.texts());
                    }
                    take(change, after, rows);
                }
            } while (part.fragment() == Fragment.MORE_FOLLOWS);
        }
        return rows;
    }

    private static void requireSame(
            String[] names, Map<String, Map<Integer, Image>> logged, Map<String, Map<Integer, Image>> decoded) {
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            compare(
                    name,
                    Objects.requireNonNull(logged.get(name)),
                    Objects.requireNonNull(decoded.get(name)),
                    differences);
        }
        assertThat(differences).isEmpty();
    }

    private static void take(Change change, @Nullable Image image, Map<String, Map<Integer, Image>> rows) {
        if (image != null) {
            rows.computeIfAbsent(change.table(), table -> new TreeMap<>())
                    .put(Integer.parseInt(Objects.requireNonNull(image.texts()[0])), image);
        }
    }

    private static void compare(
            String table, Map<Integer, Image> logged, Map<Integer, Image> decoded, List<String> differences) {
        assertThat(decoded.keySet()).as(table).isEqualTo(new TreeSet<>(logged.keySet()));
        logged.forEach((id, expected) -> {
            Image found = Objects.requireNonNull(decoded.get(id));
            for (int column = 0; column < expected.texts().length; column++) {
                ColumnDefinition definition =
                        expected.format().table().definition().columns().get(column);
                boolean same = Objects.equals(text(expected, column), text(found, column))
                        && (!isDecided(expected, found, column)
                                || Arrays.equals(expected.bytes()[column], found.bytes()[column]));
                if (!same) {
                    differences.add(table + " " + id + ", " + definition.declaration() + ": " + shown(expected, column)
                            + " became " + shown(found, column));
                }
            }
        });
    }

    /** Returns whether a value has one form only: the same type in both images, and none that leaves a choice. */
    private static boolean isDecided(Image one, Image other, int column) {
        ColumnDefinition definition =
                one.format().table().definition().columns().get(column);
        boolean floating = definition.type() == MySqlType.FLOAT || definition.type() == MySqlType.DOUBLE;
        return wireType(one, column).equals(wireType(other, column))
                && definition.type() != MySqlType.JSON
                // for which a column has no declaration
                && !(definition.type() == MySqlType.GEOMETRY && hasReferenceSystem(one.bytes()[column]))
                && !(floating && (definition.precision() > 0 || "0".equals(one.texts()[column])));
    }

    private static boolean hasReferenceSystem(byte @Nullable [] geometry) {
        return geometry != null && Wire.littleEndian(geometry, 4, 4) != 0;
    }

    private static WireType wireType(Image image, int column) {
        TableVersion table = image.format().table();
        return WireType.parse(table.wireTypes(), table.wireMetadata()).get(column);
    }

    /** Returns a string in which equal values are equal: reverse replication reads a JSON number as a double, and 1.10 then prints as 1.1. */
    private static @Nullable String text(Image image, int column) {
        String text = image.texts()[column];
        boolean json = image.format().table().definition().columns().get(column).type() == MySqlType.JSON;
        return text == null || !json
                ? text
                : JSON_TOKEN
                        .matcher(text)
                        .replaceAll(token -> Matcher.quoteReplacement(
                                token.group().startsWith("\"")
                                        ? token.group()
                                        : new BigDecimal(token.group())
                                                .stripTrailingZeros()
                                                .toPlainString()));
    }

    private static String shown(Image image, int column) {
        String text = String.valueOf(image.texts()[column]);
        byte[] bytes = image.bytes()[column];
        return (text.length() > 100 ? text.substring(0, 100) + "… (" + text.length() + ")" : text)
                + (bytes == null || bytes.length > 40
                        ? ""
                        : " " + HexFormat.of().formatHex(bytes));
    }
}
