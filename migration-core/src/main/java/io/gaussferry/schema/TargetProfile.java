package io.gaussferry.schema;

import java.util.Locale;
import java.util.Set;

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

    /** The hidden columns of every table: PostgreSQL's ({@code heap.c}, {@code SysAtt}), and those of openGauss. */
    private static final Set<String> HIDDEN_COLUMNS =
            Set.of("ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "xc_node_id", "tablebucketid", "gs_tuple_uid");

    /** Returns whether a table can have no column of this name, because each has a hidden one. With dolphin, columns' names have no case. */
    public boolean reservesColumn(String name) {
        return HIDDEN_COLUMNS.contains(dolphin ? name.toLowerCase(Locale.ROOT) : name);
    }

    /** The supported database products. */
    public enum Product {
        OPENGAUSS,
        /** Substitute for openGauss, with the same driver. */
        POSTGRESQL,
        /** The target of reverse replication. */
        MYSQL
    }
}
