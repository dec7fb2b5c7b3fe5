package io.gaussferry.objects.translate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * The result sets of a procedure. A function, which replaces it, returns one set, so each path through the body may reach at most one, and
 * those of different paths must have the same columns.
 */
final class ResultSets {

    /** The knowledge about executions that reach a statement. Where two paths join, the later constant holds. */
    enum Path {
        /** No execution comes here: the path has left its block. */
        LEFT,
        /** No rows were returned. */
        WITHOUT_ROWS,
        /** Rows may have been returned. */
        WITH_ROWS;

        Path or(Path other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    private List<RowTypes.Column> columns = List.of();
    private Path path = Path.WITHOUT_ROWS;
    /** The paths that have left for the end of a block or loop, by its label. */
    private final Map<String, Path> leaving = new HashMap<>();

    private int loops;

    /** Returns the columns; empty if the procedure returns no rows. */
    List<RowTypes.Column> columns() {
        return columns;
    }

    Path path() {
        return path;
    }

    void set(Path other) {
        path = other;
    }

    void enterLoop() {
        loops++;
    }

    void leaveLoop() {
        loops--;
    }

    /** Returns whether a statement may be executed several times. */
    boolean isInLoop() {
        return loops > 0;
    }

    /** Ends a path: it continues at the end of a block or loop. */
    void leave(String label) {
        leaving.merge(label, path, Path::or);
        path = Path.LEFT;
    }

    /** Joins the paths that have left for the end of a block or loop. */
    void join(String label) {
        path = path.or(leaving.getOrDefault(label, Path.LEFT));
    }

    /** Requires that rows may be returned here. */
    void require(List<RowTypes.Column> returned, ParserRuleContext where) {
        if (path == Path.WITH_ROWS) {
            throw new UntranslatableException("more than one result set", where);
        }
        if (!columns.isEmpty() && !columns.equals(returned)) {
            throw new UntranslatableException("result sets with different columns", where);
        }
        columns = returned;
    }
}
