package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.StatementTranslation.Untranslated;
import io.gaussferry.objects.translate.StatementTranslation.Written;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import org.antlr.v4.runtime.ParserRuleContext;

/** Translates queries and changes of rows that an application executes, by the rules for the bodies of routines. Immutable. */
public final class StatementTranslator {

    private final KnownNames names;
    private final boolean dolphin;

    /**
     * @param names the names of both sides
     * @param profile of the target
     */
    public StatementTranslator(KnownNames names, TargetProfile profile) {
        this.names = names;
        this.dolphin = TargetTypes.isDolphin(profile);
    }

    /** Translates a query or a change of rows. */
    public StatementTranslation translate(ParsedSql sql, StatementContext context) {
        Rewrites rewrites = new Rewrites();
        SqlWriter writer = new SqlWriter(
                sql.tokens(),
                new Literals(context),
                context.database(),
                names,
                new LocalNames(names, rewrites, false),
                rewrites,
                dolphin,
                StoredSettings.NONE,
                new NumberedParameters(sql.tokens()));
        if (sql.hasVersionComments()) {
            rewrites.use(RewriteRule.VERSION_COMMENTS);
        }
        SimpleStatementContext statement = sql.query().simpleStatement();
        try {
            String written = writer.write((ParserRuleContext) statement.getChild(0));
            return new Written(
                    written, rewrites.rules(), rewrites.relations(), rewrites.routines(), rewrites.varying());
        } catch (UntranslatableException e) {
            return new Untranslated(String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            return new Untranslated(UntranslatableException.defect(e));
        }
    }
}
