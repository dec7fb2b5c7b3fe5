package io.gaussferry.objects.translate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block of a routine while it is written: its label, handlers, conditions and cursors. */
final class Block {

    private final @Nullable Block outer;
    private final String label;
    private final int depth;
    private final List<Handler> handlers = new ArrayList<>();
    private final Map<String, List<String>> conditions = new HashMap<>();
    private final Map<String, Cursor> cursors = new HashMap<>();

    /**
     * @param label its quoted label on the target
     * @param depth of its variables in {@link LocalNames}
     */
    Block(@Nullable Block outer, String label, int depth) {
        this.outer = outer;
        this.label = label;
        this.depth = depth;
    }

    int depth() {
        return depth;
    }

    @Nullable
    Block outer() {
        return outer;
    }

    String label() {
        return label;
    }

    void add(Handler handler) {
        handlers.add(handler);
    }

    void addCondition(String name, List<String> states) {
        conditions.put(name.toLowerCase(Locale.ROOT), states);
    }

    void addCursor(String name, Cursor cursor) {
        cursors.put(name.toLowerCase(Locale.ROOT), cursor);
    }

    /** Returns the SQLSTATEs of a named condition. */
    Optional<List<String>> condition(String name) {
        List<String> states = conditions.get(name.toLowerCase(Locale.ROOT));
        return states != null || outer == null ? Optional.ofNullable(states) : outer.condition(name);
    }

    Optional<Cursor> cursor(String name) {
        Cursor cursor = cursors.get(name.toLowerCase(Locale.ROOT));
        return cursor != null || outer == null ? Optional.ofNullable(cursor) : outer.cursor(name);
    }

    /**
     * Returns the handlers for an error in this block, in the order in which MySQL chooses: those of inner blocks first, and within a block
     * those for certain errors before those for all. None follows one for all errors.
     */
    List<Handler> forErrors() {
        List<Handler> found = new ArrayList<>();
        for (Block block = this; block != null; block = block.outer) {
            block.handlers.stream()
                    .filter(Handler::catchesErrors)
                    .sorted(Comparator.comparing(Handler::all))
                    .forEach(found::add);
            if (found.stream().anyMatch(Handler::all)) {
                break;
            }
        }
        return found;
    }

    /** Returns the handler for a missing row. */
    Optional<Handler> forNotFound() {
        for (Block block = this; block != null; block = block.outer) {
            Optional<Handler> handler =
                    block.handlers.stream().filter(Handler::notFound).findFirst();
            if (handler.isPresent()) {
                return handler;
            }
        }
        return Optional.empty();
    }
}
