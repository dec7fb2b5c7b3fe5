package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.SourceObject.ViewColumn;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translates views. */
final class ViewTranslator {

    private ViewTranslator() {}

    static Translated translate(Routine routine, CreateViewContext create) {
        ViewQueryBlockContext block = create.viewTail().viewQueryBlock();
        Set<Integer> converted = new TreeSet<>();
        List<ViewColumn> columns = routine.object.columns();
        List<QuerySpecificationContext> queries = topQueries(block);
        for (QuerySpecificationContext query : queries) {
            List<SelectItemContext> items = query.selectItemList().selectItem();
            for (int i = 0; i < items.size() && i < columns.size(); i++) {
                ExprContext value = items.get(i).expr();
                // a UNION has the type of all its queries
                boolean isComputed = value != null && (!Conditions.isName(value) || queries.size() > 1);
                if (value != null && isComputed && items.size() == columns.size()) {
                    String type = viewType(columns.get(i), value);
                    if (type != null) {
                        routine.sql.convert(value, type);
                        converted.add(i);
                    }
                }
            }
        }
        if (!converted.isEmpty()) {
            routine.rewrites.use(RewriteRule.VIEW_TYPES);
        }
        routine.sql.useCallersMode();
        String query = routine.sql.write(block.queryExpressionWithOptLockingClauses());
        String check = "";
        if (block.viewCheckOption() != null) {
            check = " WITH " + (block.viewCheckOption().LOCAL_SYMBOL() != null ? "LOCAL" : "CASCADED")
                    + " CHECK OPTION";
        }
        if (create.viewSuid() != null) {
            routine.rewrites.use(RewriteRule.SQL_SECURITY);
        }
        TableId name = routine.names.target(routine.object.name());
        String list = columns.stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        String quoted = Identifiers.quoteTarget(name);
        return TranslatedObjects.of(
                routine,
                name,
                List.of("CREATE VIEW " + quoted + " (" + list + ") AS " + query + check),
                List.of("DROP VIEW IF EXISTS " + quoted),
                List.of(),
                false);
    }

    /** Returns the queries whose rows are the view's: one, or those of a UNION. */
    private static List<QuerySpecificationContext> topQueries(ViewQueryBlockContext block) {
        return ParseTrees.all(block, QuerySpecificationContext.class).stream()
                .filter(query -> !ParseTrees.isInSubquery(query))
                .toList();
    }

    /** Returns the type to which a computed column is converted; null for none. */
    private static @Nullable String viewType(ViewColumn column, ExprContext value) {
        if (column.type().equals("decimal")) {
            return "decimal(" + column.precision() + "," + column.scale() + ")";
        }
        return Conditions.isBoolean(value) && column.type().endsWith("int") ? "int" : null;
    }
}
