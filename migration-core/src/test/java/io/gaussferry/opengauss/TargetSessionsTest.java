package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetSessionsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:opengauss://",
                "jdbc:opengauss://host:port/target?sslpassword=secret",
                "jdbc:opengauss://host:5432/%zz?sslpassword=secret"
            })
    void rejectsInvalidUrlAsConfigurationError(String url) {
        TargetSettings settings =
                new TargetSettings(url, "user", "secret", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1));
        assertThatThrownBy(() -> new TargetSessions(settings, 1))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining("gaussferry.target.url")
                .hasMessageNotContaining("secret");
    }
}
