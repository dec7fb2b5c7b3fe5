package io.gaussferry.objects.prove;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What an execution on both sides changes. The target's changes are undone by the caller. */
interface Effects {

    /** For executions that only read. */
    Effects NONE = new Effects() {
        @Override
        public void begin() {}

        @Override
        public @Nullable String difference() {
            return null;
        }

        @Override
        public void undo() {}

        @Override
        public String description() {
            return "";
        }
    };

    /** Prepares both sides for an execution. */
    void begin() throws SQLException;

    /** Returns how the changes differ; null if they are equal. */
    @Nullable
    String difference() throws SQLException;

    /** Undoes the changes on the source. */
    void undo() throws SQLException;

    /** Returns what was compared, for the report. */
    String description();
}
