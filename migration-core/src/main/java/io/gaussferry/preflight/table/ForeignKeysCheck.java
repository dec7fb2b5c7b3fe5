package io.gaussferry.preflight.table;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.schema.SchemaLimitation;

/** Says which of the source's foreign keys the target does not get. */
public final class ForeignKeysCheck implements Check {

    private final ForeignKeyOutcome keys;

    public ForeignKeysCheck(ForeignKeyOutcome keys) {
        this.keys = keys;
    }

    @Override
    public String subject() {
        return "the foreign keys of the source";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        for (SchemaLimitation limitation : keys.left()) {
            findings.add(
                    FindingCode.SOURCE_NOT_CARRIED_OVER,
                    Place.SOURCE.in(limitation.table()),
                    "Table " + limitation.table() + ", " + limitation.object() + ": " + limitation.problem() + ".",
                    "The target will not enforce it.",
                    limitation.remedy());
        }
    }
}
