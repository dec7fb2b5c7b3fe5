package io.gaussferry.objects.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import org.junit.jupiter.api.Test;

class SqlModesTest {

    @Test
    void knowsTheModesThatDecideHowABodyIsRead() {
        assertThat(SqlModes.bits("ANSI_QUOTES,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"))
                .isEqualTo(StatementContext.ANSI_QUOTES | StatementContext.STRICT_TRANS_TABLES);
        assertThat(SqlModes.bits("")).isZero();
    }
}
