package io.gaussferry.pipeline.reverse;

import io.gaussferry.model.TableId;
import java.util.Map;

/**
 * A table of the target that MySQL does not have, or not with the same rows, because its definition has changed since reverse replication
 * was armed.
 *
 * @param table its name on the target
 * @param kind of the change
 * @param detail why MySQL does not get the definition; empty if it is not known, or MySQL gets it
 */
public record TargetTableChange(TableId table, Kind kind, String detail) {

    /** Creates a change without a detail. */
    public TargetTableChange(TableId table, Kind kind) {
        this(table, kind, "");
    }

    /** The kind of a change. */
    public enum Kind {
        /** The table was created: MySQL does not have it. */
        CREATED("was created", "create it in MySQL and copy its rows by hand if MySQL needs them"),
        /** The table no longer exists; MySQL still has it. */
        DROPPED("was dropped", "MySQL keeps its table"),
        /** Another table has its name; MySQL receives no row of it. */
        RECREATED("was dropped and created again", "MySQL receives no change of it any longer"),
        /** It was removed from the publication; MySQL receives no row of it, and lacks rows if it is added again. */
        UNPUBLISHED("was removed from the publication", "MySQL receives no change of it any longer"),
        /** Its columns or keys differ; the next change of a row may stop reverse replication. */
        ALTERED("was altered: its columns or keys differ", "restore its former definition on the target"),
        /** The table was created; MySQL gets it soon. */
        ADDED("was created", "MySQL gets it with its rows within seconds"),
        /** Its definition was added to; MySQL gets the same definition soon. */
        EXTENDED("was extended", "MySQL gets the same definition within seconds"),
        /** An operator has excluded it, or it was removed from the publication before; MySQL lacks rows of it. */
        EXCLUDED("is excluded from reverse replication", "MySQL receives no change of it any longer");

        private final String description;
        private final String consequence;

        Kind(String description, String consequence) {
            this.description = description;
            this.consequence = consequence;
        }

        /** Returns whether the log that the target sends may lack changes of the table's rows. */
        boolean endsReplication() {
            return this != CREATED && this != ALTERED && this != ADDED && this != EXTENDED;
        }
    }

    /** Returns whether MySQL gets the definition soon. */
    public boolean isPending() {
        return kind == Kind.EXTENDED || kind == Kind.ADDED;
    }

    /** Returns the change with the reason why MySQL does not get the definition, if there is one. */
    TargetTableChange considering(Map<TableId, String> refused) {
        String reason = refused.get(table);
        return reason == null || !isPending()
                ? this
                : new TargetTableChange(table, kind == Kind.ADDED ? Kind.CREATED : Kind.ALTERED, reason);
    }

    /** Returns a description of the change without the table's name. */
    public String description() {
        return kind.description + (detail.isEmpty() ? "" : " (" + detail + ")");
    }

    /** Returns the consequence, and the option that returns the writers without the table. */
    public String remedy() {
        return kind.consequence + "; to return the writers without this table: gaussferry cutover back --without "
                + table;
    }

    @Override
    public String toString() {
        return table + " " + description();
    }
}
