package io.gaussferry.preflight.table;

import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.SchemaLimitation;

/**
 * Reports the source's foreign keys that the target does not get, and those whose strings the target compares
 * differently.
 */
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
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        for (SchemaLimitation limitation : keys.left()) {
            findings.add(
                    FindingCode.SOURCE_NOT_CARRIED_OVER,
                    FindingLocation.SOURCE.in(limitation.table()),
                    "Table " + limitation.table() + ", " + limitation.object() + ": " + limitation.problem() + ".",
                    "The target will not enforce it.",
                    limitation.remedy());
        }
        for (ForeignKeyPlan.Key key : keys.byCollation()) {
            findings.add(
                    FindingCode.SOURCE_FOREIGN_KEY_COLLATION,
                    FindingLocation.SOURCE.in(key.child().id()),
                    "MySQL compares " + key + " by collation; the target compares its columns exactly.",
                    "A row whose key differs from its parent's in case, accents or trailing blanks stops"
                            + " the copy or replication.",
                    "use the parent's spelling in such rows, use a _bin collation, or set"
                            + " gaussferry.target.foreign-keys: defer if no key has an action");
        }
    }
}
