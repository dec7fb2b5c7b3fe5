package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureFinding;
import io.gaussferry.verify.structure.StructureReport;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requires that all tables of the target have the expected structure before the writers are switched. The duration does not depend on the
 * number of rows.
 *
 * @param settings of a comparison of all tables
 */
record StructureRequirement(VerifySettings settings) {

    private static final Logger LOG = LoggerFactory.getLogger(StructureRequirement.class);

    /** Differences that the error lists; the log lists all. */
    private static final int MAX_LISTED = 5;

    /**
     * Compares the structure of all tables.
     *
     * @throws GaussferryException of category DATA if a definition differs or could not be compared
     */
    StructureReport require(StepControl control) throws InterruptedException {
        StructureReport structure =
                new Interruptible(control).run(() -> new Verification(settings, rows -> {}).runStructure());
        structure.differences().forEach(finding -> LOG.error("The structure differs: {}", finding));
        if (!structure.differences().isEmpty()) {
            throw differs(structure.differences().size() + " differences in the definitions of the target's tables: "
                    + structure.differences().stream()
                            .limit(MAX_LISTED)
                            .map(StructureFinding::toString)
                            .collect(Collectors.joining("; ")));
        }
        Map<?, String> undecided = new TreeMap<>(structure.undecided());
        if (!undecided.isEmpty()) {
            throw differs("the structure of these tables is undecided: " + undecided);
        }
        return structure;
    }

    private static GaussferryException differs(String problem) {
        return new GaussferryException(
                ErrorCode.SIDES_DIFFER,
                "The sides are not equal: " + problem + ".",
                "list the differences with gaussferry verify, correct the target's tables or copy them again (gaussferry copy"
                        + " --replace), and start the cutover again",
                null);
    }

    /** Returns a part of the description of the comparison; empty if no structure was compared. */
    static String describe(StructureReport structure) {
        return structure.tables() == 0 ? "" : "structure of " + structure.tables() + " tables is equal";
    }
}
