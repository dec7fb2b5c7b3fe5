package io.gaussferry.target.postgresql;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL 9.6 and later, through the openGauss driver. The oldest version is the closest to openGauss, which was
 * forked from 9.2.
 */
public record PostgreSqlDialect(TargetProfile profile) implements TargetDialect {

    private static final Pattern RELEASE = Pattern.compile("PostgreSQL \\d+(\\.\\d+)?");

    private static final RoleRules ROLES = new RoleRules(
            "",
            Pattern.compile("(?!pg_|(?:public|none)$).{1,63}"),
            Set.of(),
            Map.of("INSERT", "USAGE"),
            "ROUTINE",
            "scram-sha-256");

    /** Returns the dialect of a server; empty if it is another product. openGauss and its derivatives may report a version of PostgreSQL, too. */
    public static Optional<TargetDialect> detect(Connection connection, String version) {
        return ServerRelease.parse(version).isPostgreSql()
                ? Optional.of(new PostgreSqlDialect(new TargetProfile(Product.POSTGRESQL, version, "PG", false)))
                : Optional.empty();
    }

    @Override
    public String release() {
        Matcher release = RELEASE.matcher(profile.version());
        return release.find() ? release.group() : "PostgreSQL";
    }

    @Override
    public Set<Reservation> reservations() {
        return Set.of(Reservation.SUBSTITUTE);
    }

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // SET fails before PostgreSQL 11
        statements.add("SELECT set_config(name, 'off', false) FROM pg_catalog.pg_settings WHERE name = 'jit'");
        return statements;
    }

    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lock_timeout = " + millis);
    }

    /** Partitions are tables of their own there, with statements and change records of their own. */
    @Override
    public Set<PartitionKind> partitionKinds() {
        return Set.of();
    }

    @Override
    public String isPartitioned(String table) {
        return table + ".relkind = 'p'";
    }

    @Override
    public Optional<String> partitionFiles(String table) {
        return Optional.empty();
    }

    @Override
    public String takesTriggers(String table) {
        return "TRUE";
    }

    @Override
    public LogicalDecoding decoding() {
        return new PostgreSqlDecoding();
    }

    @Override
    public ClusterQueries cluster() {
        return new PostgreSqlCluster();
    }

    @Override
    public StoredCode storedCode() {
        return new PostgreSqlCode();
    }

    @Override
    public RoleRules roleRules() {
        return ROLES;
    }
}
