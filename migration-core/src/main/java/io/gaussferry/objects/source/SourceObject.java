package io.gaussferry.objects.source;

import io.gaussferry.model.TableId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of the source that is not a table.
 *
 * @param kind its kind
 * @param name its database and name, as at the source
 * @param sql its definition, as SHOW CREATE prints it; null if the account may not read it
 * @param fingerprint its definition in one query with those of all others of its kind, to notice changes
 * @param settings the settings with which the server executes it
 * @param table the table of a trigger; otherwise null
 * @param order the position of a trigger among those of its table, time and event, from 1; 0 if it is the only one, and for others
 * @param columns the columns of a view, in their order; otherwise empty
 */
public record SourceObject(
        ObjectKind kind,
        TableId name,
        @Nullable String sql,
        String fingerprint,
        StoredSettings settings,
        @Nullable TableId table,
        int order,
        List<ViewColumn> columns) {

    /**
     * The order in which objects of one kind are created that need no others. Triggers have their order of execution: openGauss fires them in the
     * order of their creation.
     */
    public static final Comparator<SourceObject> BY_CREATION = Comparator.comparing(SourceObject::kind)
            .thenComparing(SourceObject::order)
            .thenComparing(SourceObject::name);

    /**
     * A column of a view, with the type that the source computes for it.
     *
     * @param name its name
     * @param type its type, such as {@code decimal}
     * @param precision digits of a DECIMAL; otherwise 0
     * @param scale decimals of a DECIMAL; otherwise 0
     */
    public record ViewColumn(String name, String type, int precision, int scale) {}

    public SourceObject {
        columns = List.copyOf(columns);
    }

    /** Returns the kind and the name, for messages. */
    public String label() {
        return kind.word() + " " + name;
    }
}
