package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLWarning;
import org.junit.jupiter.api.Test;

class ExecutionWarningsTest {

    @Test
    void reportsTheFirstWarningThatMayMeanAChangedValue() {
        SQLWarning duplicate = new SQLWarning("duplicate key value violates unique constraint in table \"t\"", "01000");
        assertThat(ExecutionWarnings.first(duplicate)).isNull();
        duplicate.setNextWarning(new SQLWarning("value too long", "22001"));
        assertThat(ExecutionWarnings.first(duplicate)).contains("value too long");
        assertThat(ExecutionWarnings.first(new SQLWarning("division by zero", "22012")))
                .isNull();
        assertThat(ExecutionWarnings.first(null)).isNull();
    }
}
