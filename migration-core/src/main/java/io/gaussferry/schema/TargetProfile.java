package io.gaussferry.schema;

/**
 * The properties that a target database reports, as far as they affect the conversion of values and the supported statements.
 *
 * @param product the database product
 * @param version its version string ({@code select version()})
 * @param compatibility openGauss's compatibility mode: {@code A}, {@code B}, {@code C} or {@code PG}; {@code PG} for PostgreSQL
 * @param dolphin whether openGauss has its dolphin plugin, which provides MySQL's own type names, loaded in this database
 */
public record TargetProfile(Product product, String version, String compatibility, boolean dolphin) {

    /** MySQL itself, which can hold each of its own values. */
    public static final TargetProfile MYSQL = new TargetProfile(Product.MYSQL, "", "", false);

    /** The supported database products. */
    public enum Product {
        OPENGAUSS,
        /** Substitute for openGauss, with the same driver. */
        POSTGRESQL,
        /** The target of reverse replication. */
        MYSQL
    }
}
