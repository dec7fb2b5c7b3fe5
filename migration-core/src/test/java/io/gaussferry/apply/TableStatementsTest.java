package io.gaussferry.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableStatementsTest {

    private static TableStatements statements(boolean partitioned) {
        TargetTable.Column column = new TargetTable.Column(
                "a", "integer", "integer", true, Carrier.OWN_TYPE, Identity.EQUALITY, StringEquality.EXACT);
        return new TableStatements(new TargetTable(new TableId("shop", "t"), List.of(column), partitioned), new int[0]);
    }

    /** Rows of several partitions may have the same {@code ctid}. */
    @Test
    void changesOneRowOfAllPartitions() {
        String row = "(tableoid, ctid) IN (SELECT tableoid, ctid FROM \"shop\".\"t\" WHERE ";
        assertThat(statements(true).deleteOne()).startsWith("DELETE FROM \"shop\".\"t\" WHERE " + row);
        assertThat(statements(true).updateOne()).contains(" WHERE " + row);
        assertThat(statements(false).deleteOne())
                .startsWith("DELETE FROM \"shop\".\"t\" WHERE ctid = ANY (ARRAY(SELECT ctid FROM ");
    }
}
