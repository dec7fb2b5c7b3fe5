package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class UsableSessionsTest {

    @Test
    void keepsASessionAfterAnUnsupportedFeature() {
        UsableSessions sessions = new UsableSessions();
        assertThat(sessions.adjudicate(new SQLException("refused", "0A000")))
                .isEqualTo(SQLExceptionOverride.Override.DO_NOT_EVICT);
        assertThat(sessions.adjudicate(new SQLException("lost", "08006")))
                .isEqualTo(SQLExceptionOverride.Override.CONTINUE_EVICT);
    }
}
