package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ScheduleContext;
import java.util.Locale;
import java.util.Set;

/** Writes the schedules of events. openGauss accepts intervals in weeks, quarters and two units, and never executes them. */
final class EventSchedules {

    private static final Set<String> UNITS = Set.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");
    private static final int DAYS_OF_WEEK = 7;
    private static final int MONTHS_OF_QUARTER = 3;

    private EventSchedules() {}

    static String write(ScheduleContext schedule, Routine routine) {
        if (schedule.AT_SYMBOL() != null) {
            return "AT " + routine.sql.write(schedule.expr(0));
        }
        int next = 1;
        StringBuilder written = new StringBuilder("EVERY ").append(interval(schedule, routine));
        if (schedule.STARTS_SYMBOL() != null) {
            written.append(" STARTS ").append(routine.sql.write(schedule.expr(next++)));
        }
        if (schedule.ENDS_SYMBOL() != null) {
            written.append(" ENDS ").append(routine.sql.write(schedule.expr(next)));
        }
        return written.toString();
    }

    private static String interval(ScheduleContext schedule, Routine routine) {
        ExprContext count = schedule.expr(0);
        String unit = schedule.interval().getText().toUpperCase(Locale.ROOT);
        if (UNITS.contains(unit)) {
            return routine.sql.write(count) + " " + unit;
        }
        boolean week = unit.equals("WEEK");
        if (!week && !unit.equals("QUARTER") || !count.getText().matches("\\d+")) {
            throw new UntranslatableException("an event every " + count.getText() + " " + unit, schedule);
        }
        routine.rewrites.use(RewriteRule.EVENT_INTERVAL);
        long number = Long.parseLong(count.getText());
        return week ? number * DAYS_OF_WEEK + " DAY" : number * MONTHS_OF_QUARTER + " MONTH";
    }
}
