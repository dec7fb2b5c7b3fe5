package io.gaussferry.schema;

/**
 * What a target database reports about itself, as far as it decides what a value becomes and which statements exist.
 *
 * @param product which product answers
 * @param version its own words ({@code select version()})
 * @param compatibility openGauss's compatibility mode: {@code A}, {@code B}, {@code C} or {@code PG}; {@code PG} for
 *     PostgreSQL
 * @param dolphin whether openGauss has its dolphin plugin, and with it MySQL's own type names, loaded in this database
 */
public record TargetProfile(Product product, String version, String compatibility, boolean dolphin) {

    /** The products that the real openGauss driver reaches. */
    public enum Product {
        OPENGAUSS,
        POSTGRESQL
    }
}
