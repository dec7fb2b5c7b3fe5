package io.gaussferry.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.testing.IntTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowsEventTest {

    private static final TableVersion TABLE = new IntTable("t", 1, List.of(List.of(0))).version();

    @ParameterizedTest
    @CsvSource({"-1, 5", "3, 2", "0, 11"})
    void rejectsRangeOutsideBytes(int from, int to) {
        assertThatThrownBy(() -> new RowsEvent(TABLE, RowOperation.INSERT, new byte[10], from, to))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a range of 10 bytes: " + from + " to " + to);
    }

    /** MySQL writes partial JSON values only in Update_rows_partial events. */
    @Test
    void allowsPartialValuesOnlyInUpdates() {
        assertThatThrownBy(() -> new RowsEvent(TABLE, RowOperation.INSERT, new byte[10], 0, 10, true, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new RowsEvent(TABLE, RowOperation.UPDATE, new byte[10], 0, 10, true, false).partial())
                .isTrue();
    }
}
