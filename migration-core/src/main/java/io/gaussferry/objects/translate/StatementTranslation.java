package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import java.util.Set;

/** The translation of an application's statement. */
public sealed interface StatementTranslation {

    /**
     * A statement in the target's SQL.
     *
     * @param sql with parameters {@code $1}, {@code $2}, …
     * @param rules the rules that changed it
     * @param relations the tables and views that it names, as at the source
     * @param routines the stored functions that it calls, as on the target
     * @param varying the functions in it whose results depend on the time, the session or chance, in upper case
     */
    record Written(
            String sql, Set<RewriteRule> rules, Set<TableId> relations, Set<TableId> routines, Set<String> varying)
            implements StatementTranslation {
        public Written {
            rules = Set.copyOf(rules);
            relations = Set.copyOf(relations);
            routines = Set.copyOf(routines);
            varying = Set.copyOf(varying);
        }
    }

    /**
     * A statement with a construct that no rule translates.
     *
     * @param reason the construct, with its position
     */
    record Untranslated(String reason) implements StatementTranslation {}
}
