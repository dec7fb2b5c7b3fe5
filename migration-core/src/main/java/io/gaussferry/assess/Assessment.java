package io.gaussferry.assess;

import io.gaussferry.accounts.Gap;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.assess.TableVerdict.TableDecision;
import io.gaussferry.assess.forecast.MigrationForecast;
import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.preflight.PreflightReport;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The assessment of one migration.
 *
 * @param pipeline the name of the migration
 * @param made when it was made
 * @param sourceAddress the source, without account and password
 * @param targetAddress the target likewise; empty if there is none yet
 * @param source the source's version and settings
 * @param target the target's version and settings
 * @param findings what {@code check} finds
 * @param tables the tables, the largest first
 * @param objects views, routines, triggers and events with their states
 * @param statements the application's statements with their grades
 * @param accounts the properties of accounts that the target cannot reproduce
 * @param activity the source's changes
 * @param forecast the forecasts
 * @param effort the required decisions and work, by rule
 */
public record Assessment(
        String pipeline,
        Instant made,
        String sourceAddress,
        String targetAddress,
        ServerFacts source,
        ServerFacts target,
        PreflightReport findings,
        List<TableVerdict> tables,
        Examined<List<ObjectOutcome>> objects,
        Examined<ApplicationReport> statements,
        Examined<List<Gap>> accounts,
        SourceActivity activity,
        MigrationForecast forecast,
        List<EffortGroup> effort) {

    public Assessment {
        tables = List.copyOf(tables);
        effort = List.copyOf(effort);
    }

    /** Returns the number of tables that require each decision. */
    public Map<TableDecision, Long> decisions() {
        Map<TableDecision, Long> counts = new EnumMap<>(TableDecision.class);
        for (TableDecision decision : TableDecision.values()) {
            counts.put(
                    decision,
                    tables.stream()
                            .filter(table -> table.decision() == decision)
                            .count());
        }
        return counts;
    }

    /** Returns the number of objects in each state; empty if they were not examined. */
    public Map<ObjectState, Long> objectStates() {
        Map<ObjectState, Long> counts = new EnumMap<>(ObjectState.class);
        objects.result().ifPresent(outcomes -> {
            for (ObjectState state : ObjectState.values()) {
                counts.put(
                        state,
                        outcomes.stream()
                                .filter(outcome -> outcome.state() == state)
                                .count());
            }
        });
        return counts;
    }

    /** Returns the number of statements of each grade; empty if they were not examined. */
    public Map<StatementGrade, Long> grades() {
        return statements.result().map(ApplicationReport::counts).orElse(Map.of());
    }

    /** Returns whether the source's tables were read; otherwise their numbers and sizes are unknown, not 0. */
    public boolean isSourceRead() {
        return !source.version().isEmpty();
    }

    /** Returns the number of databases. */
    public long databases() {
        return tables.stream()
                .map(table -> table.size().table().schema())
                .distinct()
                .count();
    }

    /** Returns the approximate number of rows. */
    public long rows() {
        return tables.stream().mapToLong(table -> table.size().rows()).sum();
    }

    /** Returns the size of all rows at the source. */
    public long dataBytes() {
        return tables.stream().mapToLong(table -> table.size().dataBytes()).sum();
    }

    /** Returns the size of all other indexes at the source. */
    public long indexBytes() {
        return tables.stream().mapToLong(table -> table.size().indexBytes()).sum();
    }

    /** Returns the sizes of databases, by name. */
    public Map<String, Long> databaseBytes() {
        Map<String, Long> bytes = new TreeMap<>();
        for (TableVerdict table : tables) {
            TableSize size = table.size();
            bytes.merge(size.table().schema(), size.dataBytes() + size.indexBytes(), Long::sum);
        }
        return bytes;
    }

    /** Returns the number of required decisions and pieces of work. */
    public int effortItems() {
        return effort.stream().mapToInt(group -> group.items().size()).sum();
    }

    /** Returns the minutes of the estimated rules; empty if no rule is estimated. */
    public OptionalDouble effortMinutes() {
        return effort.stream()
                .filter(group -> group.minutes().isPresent())
                .mapToDouble(group -> group.minutes().orElseThrow())
                .reduce(Double::sum);
    }

    /** Returns the exit code of a process that reports this: 2 with blockers, 1 if a decision is required, otherwise 0. */
    public int exitCode() {
        int blockers = 2;
        if (findings.exitCode() == blockers) {
            return blockers;
        }
        return effort.isEmpty() ? 0 : 1;
    }
}
