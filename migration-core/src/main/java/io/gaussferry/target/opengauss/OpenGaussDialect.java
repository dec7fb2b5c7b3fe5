package io.gaussferry.target.opengauss;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.RoleRules;
import io.gaussferry.target.ServerRelease;
import io.gaussferry.target.StoredCode;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** openGauss 3 and later. A derivative overrides the methods in which it differs. */
public class OpenGaussDialect implements TargetDialect {

    private static final int OLDEST = 3;
    /** The version of the end-to-end tests. */
    private static final String TESTED = "6.0";

    /**
     * The plugin's handling of values, independent of the account's and the database's defaults. Strict: with an empty
     * mode an impossible date becomes NULL with a warning. Without {@code no_zero_date}, which would reject 0000-00-00,
     * and without {@code pad_char_to_full_length}, which pads CHAR values in results. All versions of the plugin
     * support these names.
     */
    private static final List<String> DOLPHIN = List.of(
            "SET dolphin.b_compatibility_mode = on",
            "SET dolphin.sql_mode = 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes'");

    /**
     * In compatibility A '' is NULL unless the session sets this option, for which it has the privilege. Other options
     * of the account or the database are preserved. The stored value is '' for all sessions.
     */
    private static final String KEEP_EMPTY_STRINGS =
            "SELECT set_config(name, CASE WHEN length(setting) > 0 THEN concat(setting, ',accept_empty_str') ELSE 'accept_empty_str' END,"
                    + " false) FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    /**
     * Other characters in names are refused, quoted or not, as are reserved names. Without PASSWORD DISABLE the statement is refused, too. TRUNCATE
     * restarts the numbers of a column, which is a change of its sequence.
     */
    private static final RoleRules ROLES = new RoleRules(
            " PASSWORD DISABLE",
            Pattern.compile("(?!gs_role_|(?:public|none)$)[A-Za-z_#][A-Za-z0-9_$#]{0,62}"),
            Set.of("ALTER", "DROP", "INDEX"),
            Map.of("INSERT", "USAGE", "TRUNCATE", "ALTER"),
            "FUNCTION",
            "sha256");

    /**
     * Independent of the account's and the database's options: with {@code enable_multi_charset} a comparison of a column of the default
     * collation with literals would use the connection's collation, and with {@code default_collation} new columns would ignore case.
     */
    private static final String NO_OPTIONS_OF_FORMAT =
            "SELECT set_config(name, '', false) FROM pg_catalog.pg_settings WHERE name = 'b_format_behavior_compat_options'";

    private final TargetProfile profile;

    public OpenGaussDialect(TargetProfile profile) {
        this.profile = profile;
    }

    /** The dialect assumed for a target that cannot be queried: the common types only, none of MySQL's own. */
    public static OpenGaussDialect unknown() {
        return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, "openGauss", "PG", false));
    }

    /** Reads the server's properties. Joins the connection's transaction. */
    public static TargetDialect read(Connection connection, String version) throws SQLException {
        String compatibility = Sql.first(
                        connection,
                        row -> row.getString(1),
                        "SELECT datcompatibility FROM pg_catalog.pg_database WHERE datname = current_database()")
                .orElseThrow();
        boolean dolphin = Sql.exists(connection, "SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'dolphin'");
        return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, version, compatibility, dolphin));
    }

    @Override
    public TargetProfile profile() {
        return profile;
    }

    @Override
    public String release() {
        return ServerRelease.parse(profile.version()).name();
    }

    @Override
    public Set<Reservation> reservations() {
        Set<Reservation> reservations = EnumSet.noneOf(Reservation.class);
        ServerRelease release = ServerRelease.parse(profile.version());
        if (!release.isOpenGauss()) {
            reservations.add(Reservation.UNTESTED_PRODUCT);
        }
        release.openGaussVersion().flatMap(OpenGaussDialect::reservation).ifPresent(reservations::add);
        switch (profile.compatibility()) {
            case "PG" -> {}
            case "A" -> reservations.add(Reservation.EMPTY_STRING_IS_NULL);
            case "B" -> {
                if (!profile.dolphin()) {
                    reservations.add(Reservation.MISSING_PLUGIN);
                }
            }
            default -> reservations.add(Reservation.UNTESTED_MODE);
        }
        return reservations;
    }

    private static Optional<Reservation> reservation(String version) {
        if (Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST) {
            return Optional.of(Reservation.OLD_RELEASE);
        }
        return version.equals(TESTED) ? Optional.empty() : Optional.of(Reservation.UNTESTED_RELEASE);
    }

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // the default ends idle sessions after ten minutes
        statements.add("SET session_timeout = 0");
        if (profile.compatibility().equals("A")) {
            statements.add(KEEP_EMPTY_STRINGS);
        }
        if (profile.dolphin()) {
            statements.addAll(DOLPHIN);
            statements.add(NO_OPTIONS_OF_FORMAT);
        }
        return statements;
    }

    /** Waits for table locks and row locks have separate limits; the defaults are 20 and 2 minutes. */
    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lockwait_timeout = " + millis, "SET update_lockwait_timeout = " + millis);
    }

    @Override
    public LogicalDecoding decoding() {
        return new OpenGaussDecoding();
    }

    /** Other modes lack MySQL's types, or refuse them as partitioning columns. */
    @Override
    public Set<PartitionKind> partitionKinds() {
        return profile.dolphin() ? EnumSet.allOf(PartitionKind.class) : Set.of();
    }

    @Override
    public String isPartitioned(String table) {
        return table + ".parttype <> 'n'";
    }

    /** VACUUM FULL changes them, too. */
    @Override
    public Optional<String> partitionFiles(String table) {
        return Optional.of("SELECT pg_catalog.concat('partition ', p.relname, ', file ', p.relfilenode) AS line"
                + " FROM pg_catalog.pg_partition p WHERE p.parttype = 'p' AND p.parentid = " + table);
    }

    /** Only logged tables that are stored by row. */
    @Override
    public String takesTriggers(String table) {
        return table + ".relpersistence = 'p' AND COALESCE(pg_catalog.array_to_string(" + table
                + ".reloptions, ','), '') NOT LIKE '%orientation=column%'";
    }

    @Override
    public ClusterQueries cluster() {
        return new OpenGaussCluster();
    }

    @Override
    public StoredCode storedCode() {
        return new OpenGaussCode();
    }

    @Override
    public RoleRules roleRules() {
        return ROLES;
    }
}
