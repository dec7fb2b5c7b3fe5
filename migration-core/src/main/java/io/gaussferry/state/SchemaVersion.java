package io.gaussferry.state;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A version of Gaussferry's own tables on one kind of server: a script of SQL statements, each terminated by a semicolon at the end of a line.
 *
 * @param number from 1, without gaps
 * @param description what it adds, as stored in {@code gaussferry.schema_version}
 */
record SchemaVersion(int number, String description) {

    /** Returns the statements of this version's script, in order, without comments. */
    List<String> statements(String server) {
        String name = server + "-" + number + ".sql";
        try (InputStream script = SchemaVersion.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("The script " + name + " is missing.");
            }
            String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*\n", "");
            return Arrays.stream(sql.split(";\n"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the newest of these versions. */
    static int newest(List<SchemaVersion> versions) {
        return versions.get(versions.size() - 1).number();
    }

    /**
     * Refuses tables of a newer Gaussferry.
     *
     * @param place of the tables, for the message
     */
    static void requireKnown(int present, List<SchemaVersion> versions, String place) {
        int known = newest(versions);
        if (present > known) {
            throw new GaussferryException(
                    ErrorCode.STATE_NEWER,
                    "The tables of Gaussferry in " + place + " have version " + present
                            + ", and this program knows versions up to " + known
                            + ": a newer Gaussferry has used them.",
                    "start the newer Gaussferry",
                    null);
        }
    }
}
