package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CompoundStatementContext;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A declared handler.
 *
 * @param block the block that declares it
 * @param exits whether the block ends after the handler
 * @param notFound whether it applies to FETCH and SELECT INTO without a row
 * @param all whether it applies to all errors
 * @param states the SQLSTATEs of the errors that it applies to, if not to all
 * @param body its statement
 */
record Handler(
        Block block, boolean exits, boolean notFound, boolean all, List<String> states, CompoundStatementContext body) {

    /** Returns whether it applies to errors. */
    boolean catchesErrors() {
        return all || !states.isEmpty();
    }

    /** Returns the condition of WHEN. */
    String condition() {
        return all
                ? "OTHERS"
                : states.stream().map(state -> "SQLSTATE '" + state + "'").collect(Collectors.joining(" OR "));
    }
}
