package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTriggerContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DefinerClauseContext;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.objects.source.SourceObject;
import java.util.Objects;
import java.util.Optional;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** The definition of an object in a form that creates it in another database, for the account that creates it. */
public final class MovableSql {

    private MovableSql() {}

    /**
     * Returns the definition without its definer; empty if it is not readable, or if a trigger names the database of its table.
     *
     * @param serverVersion of the source, such as 80033
     */
    public static Optional<String> of(SourceObject object, int serverVersion) {
        if (object.sql() == null) {
            return Optional.empty();
        }
        String sql = object.sql();
        try {
            ParsedSql parsed = StatementParser.tree(StatementContext.ofStored(
                    object.name().schema(), sql, object.settings().modes(), serverVersion));
            boolean namesDatabase = ParseTrees.first(parsed.query(), CreateTriggerContext.class)
                    .map(CreateTriggerContext::tableRef)
                    .filter(table -> table.qualifiedIdentifier() != null
                            && table.qualifiedIdentifier().dotIdentifier() != null)
                    .isPresent();
            Optional<DefinerClauseContext> definer = ParseTrees.first(parsed.query(), DefinerClauseContext.class);
            if (namesDatabase) {
                return Optional.empty();
            }
            return Optional.of(definer.map(clause -> sql.substring(
                                    0, clause.getStart().getStartIndex())
                            + sql.substring(
                                    Objects.requireNonNull(clause.getStop()).getStopIndex() + 1))
                    .orElse(sql));
        } catch (ParseCancellationException e) {
            return Optional.empty();
        }
    }
}
