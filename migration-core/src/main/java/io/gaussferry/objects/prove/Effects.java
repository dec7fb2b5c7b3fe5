package io.gaussferry.objects.prove;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The changes of an execution on both sides. The caller undoes those of the target. */
interface Effects {

    /** For executions that only read. */
    Effects NONE = new Effects() {
        @Override
        public void start() {}

        @Override
        public void remember() {}

        @Override
        public @Nullable ProofDifference difference() {
            return null;
        }

        @Override
        public boolean haveChanged() {
            return false;
        }

        @Override
        public boolean isTargetAsBefore() {
            return true;
        }

        @Override
        public void undo() {}

        @Override
        public String description() {
            return "";
        }
    };

    /** Remembers the rows before all executions. */
    void remember() throws SQLException;

    /** Prepares both sides for an execution. */
    void start() throws SQLException;

    /** Returns how the changes differ; null if they are equal. */
    @Nullable
    ProofDifference difference() throws SQLException;

    /** Returns whether the rows that were compared last differ from those that are remembered. */
    boolean haveChanged();

    /** Returns whether the target has the rows that were compared last. */
    boolean isTargetAsBefore() throws SQLException;

    /** Undoes the changes on the source. */
    void undo() throws SQLException;

    /** Returns a description of the comparison, for the report. */
    String description();
}
