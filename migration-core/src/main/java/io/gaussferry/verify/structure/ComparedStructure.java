package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.StructureFinding.Weight;
import java.util.function.Consumer;

/**
 * A table as it should be and as it is.
 *
 * @param name its name in reports
 * @param design the target's table as Gaussferry creates it; of tables that become one, that of the first
 * @param actual the target's table
 * @param isCreated whether Gaussferry created it; an existing one that was taken may be more permissive
 * @param findings where findings go
 */
record ComparedStructure(
        TableId name,
        TargetSchema design,
        TargetStructure actual,
        boolean isCreated,
        Consumer<StructureFinding> findings) {

    /** Returns the source's definition. */
    TableDefinition definition() {
        return design.table();
    }

    void differs(Aspect aspect, String description) {
        findings.accept(new StructureFinding(name, aspect, Weight.DIFFERENCE, description));
    }

    void note(Aspect aspect, String description) {
        findings.accept(new StructureFinding(name, aspect, Weight.NOTE, description));
    }

    /** Reports what the target's table lacks, and an existing table that was taken may lack. */
    void lacks(Aspect aspect, String description) {
        if (isCreated) {
            differs(aspect, description);
        } else {
            note(aspect, description);
        }
    }
}
