package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.opengauss.catalog.CatalogRows;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.TargetDialect;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetProductsTest {

    private final CatalogRows rows = new CatalogRows();

    @ParameterizedTest
    @CsvSource({"B, true", "B, false", "PG, false"})
    void distinguishesCompatibilityAndPlugin(String compatibility, boolean dolphin) throws SQLException {
        rows.answer("version()", "(openGauss 6.0.2 build 1) on x86_64")
                .answer("datcompatibility", compatibility)
                .answer("dolphin", dolphin ? List.of(Map.of("extension", 1)) : List.of());
        assertThat(TargetProducts.detect(rows.connection()).profile())
                .isEqualTo(new TargetProfile(
                        Product.OPENGAUSS, "(openGauss 6.0.2 build 1) on x86_64", compatibility, dolphin));
    }

    @Test
    void recognizesPostgreSqlWithoutQueriesThatItLacks() throws SQLException {
        rows.answer("version()", "PostgreSQL 18.1 on x86_64");
        assertThat(TargetProducts.detect(rows.connection()).profile())
                .isEqualTo(new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18.1 on x86_64", "PG", false));
    }

    /** With PostgreSQL's dialect it would be migrated to with wrong assumptions, silently. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PostgreSQL 9.2.4 (MogDB 1.1.0 build fffb972f) compiled at 2021-03-08 | MogDB 1.1.0",
                "PostgreSQL 9.2.4 (Vastbase G100 V2.2 (Build 5.83.5339)) compiled at 2022-02-18 | Vastbase G100 V2.2",
                "PostgreSQL 9.2.4 (PanWeiDB_V2.0-S3.0.1_B01) compiled at 2024-09-29 | PanWeiDB_V2.0-S3.0.1_B01",
                "gaussdb (GaussDB Kernel 505.2.1.SPC0600 build 2aa20d4e) compiled at 2025-05-31 | GaussDB Kernel 505.2.1.SPC0600"
            })
    void namesDerivativesAsUntested(String version, String release) throws SQLException {
        rows.answer("version()", version).answer("datcompatibility", "A").answer("dolphin", List.of());
        TargetDialect dialect = TargetProducts.detect(rows.connection());
        assertThat(dialect.release()).isEqualTo(release);
        assertThat(dialect.reservations()).contains(Reservation.UNTESTED_PRODUCT);
        assertThat(dialect.profile().product()).isEqualTo(Product.OPENGAUSS);
    }

    /** openGauss reports a version of PostgreSQL, too. */
    @Test
    void recognizesOpenGaussByItsName() throws SQLException {
        rows.answer("version()", "PostgreSQL 9.2.4 (openGauss 3.0.0 build 2)")
                .answer("datcompatibility", "A")
                .answer("dolphin", List.of());
        assertThat(TargetProducts.detect(rows.connection()).profile().product()).isEqualTo(Product.OPENGAUSS);
    }
}
