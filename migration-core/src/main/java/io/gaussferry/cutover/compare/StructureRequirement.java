package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
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
 * Requires that all tables of the target have the structure that they should have, before the target gets its writers. The time that this
 * takes does not depend on the number of rows.
 *
 * @param settings of a comparison of all tables
 */
record StructureRequirement(VerifySettings settings) {

    private static final Logger LOG = LoggerFactory.getLogger(StructureRequirement.class);

    /** The error names so many differences; the log names all. */
    private static final int NAMED = 5;

    /**
     * Compares.
     *
     * @throws GaussferryException of category DATA if a definition differs, or if that could not be decided
     */
    StructureReport require(StepControl control) throws InterruptedException {
        StructureReport structure =
                new Interruptible(control).run(() -> new Verification(settings, rows -> {}).runStructure());
        structure.differences().forEach(finding -> LOG.error("The structure differs: {}", finding));
        if (!structure.differences().isEmpty()) {
            throw differs(structure.differences().size() + " differences in the definitions of the target's tables: "
                    + structure.differences().stream()
                            .limit(NAMED)
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
                ErrorCategory.DATA,
                "The sides are not equal: " + problem + ".",
                "gaussferry verify names all of it; change it on the target, or have the table copied again (gaussferry copy"
                        + " --replace); then start the cutover again",
                null);
    }

    /** Returns what was compared, in words that follow others; empty where nothing was. */
    static String words(StructureReport structure) {
        return structure.tables() == 0 ? "" : "; structure of " + structure.tables() + " tables is equal";
    }
}
