package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.StructureFinding.Weight;
import java.util.function.Consumer;

/**
 * The expected and the actual structure of a table.
 *
 * @param name its name in reports
 * @param design the target table as Gaussferry would create it; for merged tables, that of the first one
 * @param actual the target table
 * @param isCreated whether Gaussferry created it; an adopted existing table may be more permissive
 * @param findings receives the findings
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

    /** Reports a constraint or an order of members that the target table lacks. An adopted existing table may lack it. */
    void lacks(Aspect aspect, String description) {
        if (isCreated) {
            differs(aspect, description);
        } else {
            note(aspect, description);
        }
    }
}
