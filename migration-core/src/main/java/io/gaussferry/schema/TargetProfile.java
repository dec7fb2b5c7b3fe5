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

    /** MySQL itself, which holds every value that it ever had. */
    public static final TargetProfile MYSQL = new TargetProfile(Product.MYSQL, "", "", false);

    /** The products that values are written for. */
    public enum Product {
        OPENGAUSS,
        /** It stands in for openGauss, behind the same driver. */
        POSTGRESQL,
        /** On the way back. */
        MYSQL
    }
}
