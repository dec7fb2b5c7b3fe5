package io.gaussferry.application.collect;

import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.StatementContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads MySQL's general query log and slow query log. Both have the values of prepared statements. */
final class ServerLog {

    private static final Pattern GENERAL = Pattern.compile(
            "(?:\\d{4}-\\d\\d-\\d\\dT\\S+|\\d{6}\\s+\\d?\\d:\\d\\d:\\d\\d)?\\s+(\\d+) (Query|Execute|Prepare|Init DB|Connect|Quit|Close stmt"
                    + "|Reset stmt|Fetch|Statistics|Field List|Ping|Change user|Binlog Dump GTID|Binlog Dump|Reset Connection|Long Data"
                    + "|Set option)\\t?(.*)");
    private static final Pattern CONNECTED = Pattern.compile("\\S*@\\S* on (\\S+)(?: using .*)?");
    private static final Pattern SLOW_HEADER =
            Pattern.compile("# (Time|User@Host|Query_time|Thread_id|Schema|Bytes_sent|Rows_affected|Start)\\b.*");
    private static final Pattern QUERY_TIME = Pattern.compile("# Query_time: ([0-9.]+).*");
    /** The first of the three lines that a server writes when it opens a log. */
    private static final Pattern BANNER = Pattern.compile("\\S.*, Version: .*\\. started with:");

    private static final Pattern END_OF_BANNER = Pattern.compile("Time\\s+Id\\s+Command\\s+Argument");
    private static final Pattern USE = Pattern.compile("(?is)use\\s+(\\S+?)\\s*;?");
    private static final double NANOS_PER_SECOND = 1e9;

    private record Prepared(String database, String sql, int line) {}

    private final Workload workload;
    private final String database;
    private final String file;
    private final List<Prepared> prepared = new ArrayList<>();

    /** @param database of sessions that had chosen one before the log started; empty if it is unknown */
    ServerLog(Workload workload, String database, String file) {
        this.workload = workload;
        this.database = database;
        this.file = file;
    }

    /** Returns whether a file with this start is such a log. */
    static boolean isLog(String start) {
        return start.lines()
                .anyMatch(line -> SLOW_HEADER.matcher(line).matches()
                        || GENERAL.matcher(line).matches());
    }

    void read(BufferedReader log) throws IOException {
        Map<String, String> databases = new HashMap<>();
        StringBuilder text = new StringBuilder();
        String thread = "";
        String command = "";
        boolean isSlow = false;
        boolean isGeneral = false;
        boolean isBanner = false;
        long nanos = 0;
        String slowDatabase = database;
        int number = 0;
        int start = 0;
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            number++;
            Matcher general = GENERAL.matcher(line);
            isBanner |= BANNER.matcher(line).matches();
            if (isBanner) {
                isBanner = !END_OF_BANNER.matcher(line).matches();
                // a slow entry ends where the next one starts
                if (!isSlow) {
                    addGeneral(databases, thread, command, text.toString(), start);
                    command = "";
                    text.setLength(0);
                }
            } else if (!isGeneral && isHeader(line, text)) {
                if (isSlow && !text.isEmpty()) {
                    slowDatabase = addSlow(text.toString(), slowDatabase, nanos, start);
                }
                isSlow = true;
                text.setLength(0);
                Matcher time = QUERY_TIME.matcher(line);
                if (time.matches()) {
                    nanos = (long) (Double.parseDouble(time.group(1)) * NANOS_PER_SECOND);
                }
                start = number + 1;
            } else if (!isSlow && general.matches()) {
                addGeneral(databases, thread, command, text.toString(), start);
                isGeneral = true;
                thread = general.group(1);
                command = general.group(2);
                text.setLength(0);
                text.append(general.group(3));
                start = number;
            } else if (isSlow || !command.isEmpty()) {
                text.append('\n').append(line);
            }
        }
        if (isSlow) {
            String unused = addSlow(text.toString(), slowDatabase, nanos, start);
        } else {
            addGeneral(databases, thread, command, text.toString(), start);
            addNeverExecuted();
        }
    }

    /** Returns whether a line starts an entry of the slow query log: the statement before it is complete, and the line no part of a string. */
    private static boolean isHeader(String line, CharSequence before) {
        String statement = before.toString().strip();
        return SLOW_HEADER.matcher(line).matches() && (statement.isEmpty() || statement.endsWith(";"));
    }

    /** Adds the prepared statements that the log has no execution of, which would have their values. */
    private void addNeverExecuted() {
        for (Prepared statement : prepared) {
            if (!workload.has(statement.database, statement.sql)) {
                workload.add(statement.database, statement.sql, 0, 0, file + ":" + statement.line);
            }
        }
    }

    private void addGeneral(Map<String, String> databases, String thread, String command, String text, int line) {
        switch (command) {
            case "Query", "Execute" -> {
                Matcher use = USE.matcher(text.strip());
                if (use.matches()) {
                    databases.put(thread, Names.unquote(use.group(1)));
                } else {
                    workload.add(databases.getOrDefault(thread, database), text, 1, 0, file + ":" + line);
                }
            }
            case "Prepare" -> prepared.add(new Prepared(databases.getOrDefault(thread, database), text, line));
            case "Init DB" -> databases.put(thread, text.strip());
            case "Connect" -> {
                Matcher connected = CONNECTED.matcher(text.strip());
                if (connected.matches() && !connected.group(1).equals("using")) {
                    databases.put(thread, connected.group(1));
                }
            }
            case "Quit" -> databases.remove(thread);
            default -> {}
        }
    }

    /** Adds the statements of an entry; returns the database of the next one. */
    private String addSlow(String text, String database, long nanos, int line) throws IOException {
        String[] present = {database};
        new SqlSplitter(!workload.modes().context("", "").has(StatementContext.NO_BACKSLASH_ESCAPES), (sql, unused) -> {
                    Matcher use = USE.matcher(sql);
                    if (use.matches()) {
                        present[0] = Names.unquote(use.group(1));
                    } else if (!sql.regionMatches(true, 0, "SET timestamp=", 0, "SET timestamp=".length())) {
                        workload.add(present[0], sql, 1, nanos, file + ":" + line);
                    }
                })
                .split(new StringReader(text));
        return present[0];
    }
}
