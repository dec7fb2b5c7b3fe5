package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.statement.StatementContext;
import java.util.List;

/**
 * Decides what replay does with a statement of the source. Deterministic, asks no server, and safe for use by several threads.
 */
public final class DefinitionPlanner {

    private final FollowSettings settings;

    /** @param settings what is replicated, and how */
    public DefinitionPlanner(FollowSettings settings) {
        this.settings = settings;
    }

    /**
     * Decides.
     *
     * @param statement a statement with the state of its session; one that changes rows and not definitions is held
     * @param definitions as they are before it
     */
    public DefinitionPlan plan(StatementContext statement, DefinitionSource definitions) {
        boolean concernsNothing =
                definitions.definitions().isEmpty() && !settings.schemas().test(statement.database());
        if (concernsNothing && statement.text().isBlank()) {
            return new DefinitionPlan.Nothing("it is empty");
        }
        return new DefinitionPlan.Hold(
                "it is not translated", "make the same change on the target by hand", null, List.of());
    }
}
