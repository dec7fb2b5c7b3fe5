package io.gaussferry.e2e.definitions;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A table of random definition, with rows, that is altered until the target does not follow. */
final class RandomHistory {

    private static final int STATEMENTS = 10;
    private static final int ROWS = 4;

    private RandomHistory() {}

    /**
     * The outcome of a history.
     *
     * @param statements the statements that the source executed
     * @param followed how many of them the target followed
     * @param problems the problems; empty if there are none
     */
    record Result(List<String> statements, int followed, List<String> problems) {}

    static Result run(DefinitionTrial trial, Random random, RandomStatements definitions) throws Exception {
        String session = random.nextBoolean() ? "" : "NOT STRICT";
        trial.begin(session);
        List<String> statements = new ArrayList<>(definitions.tables());
        for (String statement : statements) {
            trial.onSource(statement);
        }
        KnownDefinitions known = trial.definitions();
        for (int i = 0; i < ROWS; i++) {
            trial.onSource(definitions.row(table(known, trial)));
        }
        // some defaults are known only while a row exists
        known = trial.definitions();
        trial.copy(known.definitions());
        int followed = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            String statement = definitions.alter(table(known, trial));
            StatementCase one =
                    new StatementCase("random", "random", Map.of("statement", statement, "session", session));
            DefinitionCorpusIT.Outcome outcome;
            try {
                outcome = DefinitionCorpusIT.follow(trial, one, known);
            } catch (RefusedBySourceException e) {
                continue;
            }
            statements.add(statement + " -- " + outcome.result());
            if (!outcome.problems().isEmpty()) {
                return new Result(statements, followed, outcome.problems());
            }
            if (!outcome.result().equals("followed") && !outcome.result().startsWith("nothing")) {
                break; // a copy would restore it
            }
            followed++;
        }
        return new Result(statements, followed, List.of());
    }

    private static TableDefinition table(KnownDefinitions known, DefinitionTrial trial) {
        return known.find(new TableId(trial.database(), "t")).orElseThrow();
    }

    /** The source rejects a statement. */
    static final class RefusedBySourceException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedBySourceException(SQLException cause) {
            super(cause);
        }
    }
}
