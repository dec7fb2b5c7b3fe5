package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.SourceObject;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The translation of one object. */
public sealed interface Translation {

    /** Returns the object. */
    SourceObject object();

    /**
     * An object that the target can have.
     *
     * @param object the object
     * @param name its name on the target
     * @param statements that create it, in one transaction
     * @param undo statements that remove it, in one transaction
     * @param rules the rules that changed it
     * @param relations the tables and views that it names, as at the source
     * @param routines the routines that it names, as on the target
     * @param parameters of a routine
     * @param returnsRows whether a procedure has become a function that returns rows
     * @param writes whether it changes rows or definitions, or calls a procedure
     * @param controlsTransactions whether it commits or rolls back
     * @param varying the functions in it whose results depend on the time, the session or chance
     * @param unordered the aggregates in it whose results depend on the order of the rows
     * @param compared the literals that it compares with columns, by their names in lower case
     * @param reservations the constructs in it for which equal executions prove too little
     * @param plainBody the statements of an event's body in the source's SQL, if they mean the same without it; otherwise empty
     */
    record Translated(
            SourceObject object,
            TableId name,
            List<String> statements,
            List<String> undo,
            Set<RewriteRule> rules,
            Set<TableId> relations,
            Set<TableId> routines,
            List<Parameter> parameters,
            boolean returnsRows,
            boolean writes,
            boolean controlsTransactions,
            Set<String> varying,
            Set<UnorderedAggregate> unordered,
            Map<String, Set<String>> compared,
            List<UnprovenConstruct> reservations,
            List<String> plainBody)
            implements Translation {

        public Translated {
            statements = List.copyOf(statements);
            undo = List.copyOf(undo);
            rules = Set.copyOf(rules);
            relations = Set.copyOf(relations);
            routines = Set.copyOf(routines);
            parameters = List.copyOf(parameters);
            varying = Set.copyOf(varying);
            unordered = Set.copyOf(unordered);
            compared = Map.copyOf(compared);
            reservations = List.copyOf(reservations);
            plainBody = List.copyOf(plainBody);
        }

        /** Returns the name of the procedure with an event's body. */
        public TableId bodyProcedure() {
            return bodyProcedure(name);
        }

        static TableId bodyProcedure(TableId event) {
            return new TableId(event.schema(), "gf_event_" + event.name());
        }
    }

    /**
     * An object with a construct that no rule translates.
     *
     * @param object the object
     * @param reason the construct, with its position in the object's SQL
     */
    record Refused(SourceObject object, String reason) implements Translation {}
}
