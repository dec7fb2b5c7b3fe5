package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ViewTailContext;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * The query of a view of the source, whose columns a statement may name.
 *
 * @param database the view's database
 * @param tail its columns and its query
 */
public record SelectedView(String database, ViewTailContext tail) {

    /** Returns the views among some objects of the source; those that the grammar does not accept are missing. */
    public static Map<TableId, SelectedView> of(Collection<SourceObject> objects, int serverVersion) {
        Map<TableId, SelectedView> views = new HashMap<>();
        for (SourceObject object : objects) {
            if (object.kind() == ObjectKind.VIEW) {
                of(object, serverVersion).ifPresent(view -> views.put(object.name(), view));
            }
        }
        return views;
    }

    private static Optional<SelectedView> of(SourceObject view, int serverVersion) {
        if (view.sql() == null) {
            return Optional.empty();
        }
        String database = view.name().schema();
        try {
            return ParseTrees.first(
                            StatementParser.tree(StatementContext.ofStored(
                                            database,
                                            view.sql(),
                                            view.settings().modes(),
                                            serverVersion))
                                    .query(),
                            ViewTailContext.class)
                    .map(tail -> new SelectedView(database, tail));
        } catch (ParseCancellationException e) {
            return Optional.empty();
        }
    }
}
