package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.List;

/**
 * The time of creation of a trigger. In compatibility B, openGauss 6.0 fires the triggers of a table in the order of {@code
 * pg_trigger.tgtime}: the start of the creating transaction, as digits in the time zone of the session. It sorts them by an algorithm that
 * exchanges equal times ({@code RelationBuildTriggers}), so that triggers of one transaction are fired in any order, also against FOLLOWS.
 */
public final class TriggerTime {

    private TriggerTime() {}

    /**
     * Returns statements that create a trigger with a later time than the table's other triggers have: the transaction's time zone is ahead
     * of UTC by as many minutes as that needs, and is UTC afterwards, as in all sessions of the daemon.
     *
     * @param table on the target
     * @param create the statement that creates the trigger
     */
    public static List<String> ordered(TableId table, String create, TargetProfile profile) {
        if (!TargetTypes.ordersTriggersByTime(profile)) {
            return List.of(create);
        }
        // the first minute is found before the others are tried: 0.6 ms
        String later = "SELECT pg_catalog.set_config('TimeZone', pg_catalog.concat('<gf>-',"
                + " pg_catalog.to_char(m * INTERVAL '1 minute', 'HH24:MI')), true)"
                + " FROM (SELECT m FROM pg_catalog.generate_series(1, 1439) AS m"
                + " WHERE pg_catalog.to_char((pg_catalog.transaction_timestamp() + m * INTERVAL '1 minute')"
                + " AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') > COALESCE((SELECT max(tgtime::text)"
                + " FROM pg_catalog.pg_trigger WHERE tgrelid = "
                + Identifiers.literal(Identifiers.quoteTarget(table)) + "::regclass), '') LIMIT 1) AS first";
        return List.of(later, create, "SET LOCAL TimeZone = 'UTC'");
    }
}
