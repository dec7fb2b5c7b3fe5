package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index of a table draft.
 *
 * @param name its name; null if it is not named yet
 * @param unique whether it is unique
 * @param parts its parts, with the columns' current names
 * @param origin its name before the statement; null for a new index
 * @param supporting whether it was created implicitly for a foreign key, so that another suitable index replaces it
 */
record DraftIndex(
        @Nullable String name,
        boolean unique,
        List<KeyPartSpec> parts,
        @Nullable String origin,
        boolean supporting) {

    static final String PRIMARY = "PRIMARY";

    DraftIndex {
        parts = List.copyOf(parts);
    }

    boolean isPrimary() {
        return PRIMARY.equals(name);
    }

    boolean isCalled(String other) {
        return name != null && name.equalsIgnoreCase(other);
    }

    DraftIndex named(String other) {
        return new DraftIndex(other, unique, parts, origin, supporting);
    }

    DraftIndex withParts(List<KeyPartSpec> others) {
        return new DraftIndex(name, unique, others, origin, supporting);
    }

    /**
     * Returns whether its leading parts are these columns, in this order, whole and ascending, as a foreign key needs
     * them.
     */
    boolean startsWith(List<String> columns) {
        if (parts.size() < columns.size()) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            String column = parts.get(i).column();
            boolean plain = parts.get(i).length() == 0 && !parts.get(i).descending();
            if (column == null || !column.equalsIgnoreCase(columns.get(i)) || !plain) {
                return false;
            }
        }
        return true;
    }
}
