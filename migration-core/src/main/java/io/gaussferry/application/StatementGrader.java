package io.gaussferry.application;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReplaceStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.collect.HiddenLiterals;
import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.application.rule.ApplicationCatalog;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.application.rule.BehaviourRules;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.application.rule.StatementTables;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.BackquotedNames;
import io.gaussferry.objects.translate.KnownNames;
import io.gaussferry.objects.translate.StatementTranslation;
import io.gaussferry.objects.translate.StatementTranslation.Untranslated;
import io.gaussferry.objects.translate.StatementTranslation.Written;
import io.gaussferry.objects.translate.StatementTranslator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ParseTree;

/** Grades one statement after another. */
final class StatementGrader {

    /** The grades, the worst first. */
    private static final List<StatementGrade> SEVERITY = List.of(
            StatementGrade.FAILS,
            StatementGrade.DIFFERS,
            StatementGrade.UNKNOWN,
            StatementGrade.REWRITE,
            StatementGrade.ALIKE);

    private final SourceModes modes;
    private final KnownNames names;
    private final StatementTranslator translator;
    private final ApplicationCatalog catalog;
    private final BehaviourRules rules;
    private final PreparedTrial trial;
    /** Whether names in rewrites need backquotes, because double quotes delimit strings. */
    private final boolean backquotes;

    StatementGrader(
            SourceModes modes,
            KnownNames names,
            StatementTranslator translator,
            ApplicationCatalog catalog,
            BehaviourRules rules,
            PreparedTrial trial,
            boolean backquotes) {
        this.modes = modes;
        this.names = names;
        this.translator = translator;
        this.catalog = catalog;
        this.rules = rules;
        this.trial = trial;
        this.backquotes = backquotes;
    }

    /** Grades a statement by the sample with the worst grade, with the differences of all samples. */
    GradedStatement grade(ApplicationStatement statement) throws SQLException {
        List<GradedStatement> graded = new ArrayList<>();
        for (String sample : statement.samples()) {
            graded.add(gradeSample(statement.startingWith(sample)));
        }
        GradedStatement worst = Collections.min(graded, Comparator.comparingInt(one -> SEVERITY.indexOf(one.grade())));
        return worst.with(
                graded.stream().flatMap(one -> one.findings().stream()).toList());
    }

    /** A defect concerns one statement, and does not end the examination of the others. */
    private GradedStatement gradeSample(ApplicationStatement statement) throws SQLException {
        try {
            return examine(statement);
        } catch (GaussferryException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            return unknown(statement, "a defect of Gaussferry prevents its examination: " + RowValueMarks.defect(e));
        }
    }

    private GradedStatement examine(ApplicationStatement statement) throws SQLException {
        StatementContext context = modes.context(statement.database(), statement.sql());
        ParsedSql parsed;
        try {
            parsed = StatementParser.tree(context);
        } catch (ParseCancellationException e) {
            return unknown(statement, "the grammar of MySQL does not accept it: " + withoutToken(e));
        }
        if (!isExamined(parsed.query().simpleStatement())) {
            return unknown(statement, "neither a query nor a change of rows");
        }
        for (TableId table : StatementTables.of(parsed.query(), statement.database())) {
            if (table.schema().isEmpty()) {
                return unknown(statement, "the database of " + table.name() + " is unknown: name it with --database");
            }
            if (!names.isRelation(table)) {
                return unknown(statement, "it names " + table + ", which is not replicated");
            }
            if (catalog.isMissing(table)) {
                return unknown(statement, "the target does not have table " + table + " yet");
            }
        }
        StatementTranslation translation = translator.translate(parsed, context);
        List<String> literals = HiddenLiterals.of(context);
        Optional<String> refusal = trial.refusal(
                NumberedSql.of(StatementParser.targetTokens(context)), schema(statement.database()), literals);
        List<RuleFinding> findings = rules.find(parsed, context);
        if (translation instanceof Untranslated untranslated) {
            return refusal.isPresent()
                    ? new GradedStatement(
                            statement,
                            StatementGrade.FAILS,
                            refusal.get() + "; no rewrite: " + untranslated.reason(),
                            findings)
                    : accepted(statement, findings);
        }
        return withRewrite(statement, (Written) translation, refusal, findings, literals);
    }

    private GradedStatement withRewrite(
            ApplicationStatement statement,
            Written written,
            Optional<String> refusal,
            List<RuleFinding> findings,
            List<String> literals)
            throws SQLException {
        List<RuleFinding> remaining = findings.stream()
                .filter(finding -> !GradedStatement.isRemoved(finding, written.rules()))
                .toList();
        boolean needsRewrite = refusal.isPresent()
                || findings.stream()
                        .anyMatch(finding -> finding.level() == Level.DIFFERS && !remaining.contains(finding));
        if (!needsRewrite) {
            return accepted(statement, findings);
        }
        String rewrite = quoted(written);
        Optional<String> refusedRewrite = trial.refusal(rewrite, "", literals);
        if (refusedRewrite.isPresent()) {
            return refusal.isPresent()
                    ? new GradedStatement(
                            statement,
                            StatementGrade.FAILS,
                            refusal.get() + "; nor does it accept the rewrite: " + refusedRewrite.get(),
                            findings)
                    : accepted(statement, findings);
        }
        return new GradedStatement(
                statement,
                differs(remaining) ? StatementGrade.DIFFERS : StatementGrade.REWRITE,
                refusal.map(reason -> "as it is: " + reason).orElse(""),
                findings,
                rewrite,
                hidden(statement),
                written.rules());
    }

    private String quoted(Written written) {
        return backquotes ? BackquotedNames.of(written.sql()) : written.sql();
    }

    private static GradedStatement accepted(ApplicationStatement statement, List<RuleFinding> findings) {
        return new GradedStatement(
                statement, differs(findings) ? StatementGrade.DIFFERS : StatementGrade.ALIKE, "", findings);
    }

    private static boolean differs(List<RuleFinding> findings) {
        return findings.stream().anyMatch(finding -> finding.level() == Level.DIFFERS);
    }

    private static GradedStatement unknown(ApplicationStatement statement, String reason) {
        return new GradedStatement(statement, StatementGrade.UNKNOWN, reason, List.of());
    }

    /** Returns the grammar's message; the token that it quotes may be a literal. */
    private static String withoutToken(ParseCancellationException e) {
        String message = String.valueOf(e.getMessage());
        int token = message.indexOf(", near ");
        return token < 0
                ? RowValueMarks.marked(message)
                : message.substring(0, token) + RowValueMarks.marked(message.substring(token));
    }

    private static boolean isExamined(@org.jspecify.annotations.Nullable SimpleStatementContext simple) {
        ParseTree kind = simple == null ? null : simple.getChild(0);
        return kind instanceof SelectStatementContext select && select.selectStatementWithInto() == null
                || kind instanceof InsertStatementContext
                || kind instanceof UpdateStatementContext
                || kind instanceof DeleteStatementContext
                || kind instanceof ReplaceStatementContext;
    }

    private String schema(String database) {
        return database.isEmpty()
                ? ""
                : names.target(new TableId(database, "t")).schema();
    }

    /** Returns the rewrite of the statement with parameters in place of its literals; empty if they cannot be there. */
    private String hidden(ApplicationStatement statement) {
        StatementContext context = modes.context(
                statement.database(), HiddenLiterals.hidden(modes.context(statement.database(), statement.sql())));
        try {
            return translator.translate(StatementParser.tree(context), context) instanceof Written written
                    ? quoted(written)
                    : "";
        } catch (ParseCancellationException e) {
            return "";
        }
    }
}
