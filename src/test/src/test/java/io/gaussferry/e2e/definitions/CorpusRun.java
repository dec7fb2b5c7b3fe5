package io.gaussferry.e2e.definitions;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlanner;
import io.gaussferry.ddl.plan.FollowSettings;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Computes the results for the statements of the corpus. */
final class CorpusRun {

    static final Map<String, TargetProfile> TARGETS = targets();

    private CorpusRun() {}

    private static Map<String, TargetProfile> targets() {
        Map<String, TargetProfile> targets = new LinkedHashMap<>();
        targets.put("dolphin", new TargetProfile(Product.OPENGAUSS, "openGauss", "B", true));
        targets.put("pg", new TargetProfile(Product.OPENGAUSS, "openGauss", "PG", false));
        targets.put("postgresql", new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18", "PG", false));
        return targets;
    }

    /** Returns a planner that replicates everything except names that contain {@code elsewhere}. */
    static DefinitionPlanner planner(TargetProfile target) {
        return new DefinitionPlanner(new FollowSettings(
                new Conversion(target, ConversionRules.defaults()),
                schema -> !schema.contains("elsewhere"),
                table -> !table.schema().contains("elsewhere") && !table.name().contains("elsewhere"),
                name -> name,
                ForeignKeyPolicy.CREATE,
                false,
                false,
                false));
    }

    private static final Pattern ZONE = Pattern.compile("time_zone = (\\S+)");

    /** Returns the context of a statement in the session that the case describes. */
    static StatementContext context(CorpusSource source, StatementCase one, String database, String statement) {
        String session = one.part("session");
        long mode = session.contains("NOT STRICT") ? 0 : StatementContext.STRICT_TRANS_TABLES;
        mode |= session.contains("ANSI_QUOTES") ? StatementContext.ANSI_QUOTES : 0;
        mode |= session.contains("NO_BACKSLASH_ESCAPES") ? StatementContext.NO_BACKSLASH_ESCAPES : 0;
        return new StatementContext(
                database,
                statement,
                mode,
                !session.contains("foreign_key_checks = 0"),
                true,
                !session.contains("implicit timestamps"),
                source.collation(),
                source.collation(),
                null,
                Instant.parse("2026-11-22T12:34:56.789012Z"),
                session.contains("SYSTEM") ? null : ZoneOffset.of(zone(session)),
                source.version());
    }

    /** Returns the session's time zone in MySQL's notation. */
    static String zone(String session) {
        Matcher zone = ZONE.matcher(session);
        return zone.find() ? zone.group(1) : "+00:00";
    }

    static KnownDefinitions before(StatementCase one, DefinitionPlanner planner) {
        KnownDefinitions definitions = new KnownDefinitions(Map.of(
                StatementCase.DATABASE, CorpusSource.MYSQL.collation(), "elsewhere", CorpusSource.MYSQL.collation()));
        for (String statement : one.statements("before")) {
            definitions.take(
                    planner.plan(context(CorpusSource.MYSQL, one, StatementCase.DATABASE, statement), definitions));
        }
        return definitions;
    }

    /** Returns the computed parts of a case. */
    static Map<String, String> compute(StatementCase one) {
        Map<String, String> parts = new LinkedHashMap<>();
        TARGETS.forEach((name, target) -> {
            DefinitionPlanner planner = planner(target);
            KnownDefinitions before = before(one, planner);
            DefinitionPlan plan = planner.plan(
                    context(CorpusSource.MYSQL, one, StatementCase.DATABASE, one.part("statement")), before);
            parts.put("after", after(plan));
            parts.put(name, Description.of(plan));
        });
        if (Objects.equals(parts.get("pg"), parts.get("postgresql"))) {
            parts.put("pg", "as postgresql");
        }
        return parts;
    }

    private static String after(DefinitionPlan plan) {
        List<TableDefinition> tables = KnownDefinitions.changes(plan).stream()
                .map(TableChange::after)
                .flatMap(Stream::ofNullable)
                .toList();
        return Description.all(tables).replace(ColumnDefinition.UNKNOWN_CHARACTER, '…');
    }
}
