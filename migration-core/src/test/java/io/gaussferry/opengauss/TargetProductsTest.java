package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.opengauss.catalog.CatalogRows;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
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

    /** openGauss reports a version of PostgreSQL, too. */
    @Test
    void recognizesOpenGaussByItsName() throws SQLException {
        rows.answer("version()", "PostgreSQL 9.2.4 (openGauss 3.0.0 build 2)")
                .answer("datcompatibility", "A")
                .answer("dolphin", List.of());
        assertThat(TargetProducts.detect(rows.connection()).profile().product()).isEqualTo(Product.OPENGAUSS);
    }
}
