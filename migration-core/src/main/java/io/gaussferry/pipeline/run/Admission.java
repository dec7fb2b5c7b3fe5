package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.pipeline.definition.ParsedDefinitions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.snapshot.CopyStore;
import io.gaussferry.snapshot.CopyStore.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * Makes every check that can refuse a start, before this daemon takes the pipeline over from its owner. A configuration
 * that was copied for another migration and still names this pipeline must not stop the running daemon. Changes
 * nothing.
 */
record Admission(PipelineSettings settings, CopyStage copy) {

    /**
     * Makes the checks. Ends the connection's transaction.
     *
     * @throws GaussferryException if the run could not continue this pipeline; of category RETRY if a later attempt may
     *     succeed
     */
    void require(Connection target) throws SQLException {
        Optional<State> copied = new CopyStore(settings.name()).state(target);
        Optional<Found> progress = new ProgressStore(settings.name()).find(target);
        if (copied.filter(State.LOADING::equals).isPresent()) {
            requireSameCopy(target);
        }
        if (progress.isPresent()) {
            requireSameReplay(target, progress.get());
        }
        target.rollback();
    }

    private void requireSameCopy(Connection target) throws SQLException {
        copy.requireSource(target);
        Set<TableId> tables = new CopyStore(settings.name()).adoptedTables(target);
        if (!tables.isEmpty() && tables.stream().noneMatch(settings.source()::includes)) {
            throw new GaussferryException(
                    ErrorCode.TABLE_SELECTION_CHANGED,
                    "gaussferry.source.schemas and .tables exclude all tables that pipeline \"" + settings.name()
                            + "\" is copying.",
                    "give the other migration its own gaussferry.pipeline; or include the tables again",
                    null);
        }
    }

    private void requireSameReplay(Connection target, Found progress) throws SQLException {
        Chosen chosen = SourceSelection.choose(settings.source(), progress.progress(), progress.source());
        KnownDefinitions known = KnownDefinitions.read(settings, target, chosen.server(), new ParsedDefinitions());
        settings.rules().require(known.catalog().definitions());
        new IncludedDatabases(settings, chosen.server()).requireCopied(target, known.catalog());
    }
}
