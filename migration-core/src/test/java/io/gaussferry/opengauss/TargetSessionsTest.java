package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.UntestedPolicy;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import java.time.Duration;
import org.junit.jupiter.api.Test;
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

    @Test
    void refusesUntestedProductByNameUnlessAccepted() {
        TargetDialect derivative = openGauss("(MogDB 5.0.0 build 503a9ef7) compiled at 2023-06-26");
        assertThatThrownBy(() -> TargetSessions.requireTested(UntestedPolicy.REFUSE, derivative))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.TARGET_PRODUCT_UNTESTED);
                    assertThat(refusal.problem()).contains("MogDB 5.0.0");
                    assertThat(refusal.remedy()).contains("gaussferry.target.untested");
                });
        TargetSessions.requireTested(UntestedPolicy.ACCEPT, derivative);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"(openGauss 5.0.3 build x)", "(openGauss-lite 6.0.2 build x)", "(openGauss 7.0.0-RC2 build x)"})
    void usesOpenGaussOfEveryVersion(String version) {
        TargetSessions.requireTested(UntestedPolicy.REFUSE, openGauss(version));
    }

    private static TargetDialect openGauss(String version) {
        return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, version, "B", true));
    }
}
