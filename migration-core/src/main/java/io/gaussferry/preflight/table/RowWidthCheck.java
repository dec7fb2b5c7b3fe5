package io.gaussferry.preflight.table;

import io.gaussferry.opengauss.definition.RowWidth;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.TableDefinition;
import java.util.List;

/** Reports tables whose rows may be larger than a page of the target. */
public final class RowWidthCheck implements Check {

    private final List<TableDefinition> tables;

    public RowWidthCheck(List<TableDefinition> tables) {
        this.tables = List.copyOf(tables);
    }

    @Override
    public String subject() {
        return "the width of rows";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        for (TableDefinition table : tables) {
            long width = RowWidth.of(table);
            if (width > RowWidth.LARGEST_ROW) {
                findings.add(
                        FindingCode.SOURCE_ROW_TOO_WIDE,
                        FindingLocation.SOURCE.in(table.id()),
                        "Rows of table " + table.id() + " may need " + width
                                + " bytes on a page of the target, which holds " + RowWidth.LARGEST_ROW + ".",
                        "A row that is too large stops the copy or replication.",
                        "if its values are that long, split the table, use shorter column types, or exclude the table");
            }
        }
    }
}
