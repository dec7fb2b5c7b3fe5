package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.Translation.Refused;
import io.gaussferry.target.TargetDialect;
import java.sql.SQLException;
import java.util.Objects;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Translates one object after another. Changes nothing on the target. */
public final class ObjectTranslator {

    private static final String UNREADABLE =
            "the source does not show its definition: grant SHOW_ROUTINE (8.0.20 or later) or SELECT on mysql.proc, SHOW VIEW,"
                    + " TRIGGER and EVENT to the account; a view may also refer to a missing table";

    private final KnownNames names;
    private final TargetDialect dialect;
    private final RowTypes rowTypes;
    private final int serverVersion;
    private final RoutineTranslator routines;

    /**
     * @param names the names of both sides
     * @param dialect of the target
     * @param rowTypes the columns of queries on the target
     * @param serverVersion of the source, such as 80033
     * @param sessions the settings of the sessions that call routines
     */
    public ObjectTranslator(
            KnownNames names, TargetDialect dialect, RowTypes rowTypes, int serverVersion, StoredSettings sessions) {
        this.names = names;
        this.dialect = dialect;
        this.rowTypes = rowTypes;
        this.serverVersion = serverVersion;
        this.routines = new RoutineTranslator(dialect, sessions.isStrict());
    }

    /** Translates an object. */
    public Translation translate(SourceObject object) throws SQLException {
        if (object.sql() == null) {
            return new Refused(object, UNREADABLE);
        }
        StatementContext context = context(object, object.sql());
        try {
            ParsedSql sql = StatementParser.tree(context);
            CreateStatementContext create =
                    Objects.requireNonNull(sql.query().simpleStatement().createStatement(), "no CREATE statement");
            Routine routine = new Routine(object, context, sql.tokens(), names, dialect.profile(), rowTypes);
            routine.compared = ComparedLiterals.of(create, routine.literals);
            requireNoMarks(create, object.sql());
            return switch (object.kind()) {
                case VIEW -> ViewTranslator.translate(routine, create.createView());
                case FUNCTION -> routines.function(routine, create.createFunction());
                case PROCEDURE -> routines.procedure(routine, create.createProcedure());
                case TRIGGER -> TriggerTranslator.translate(routine, create.createTrigger());
                case EVENT -> EventTranslator.translate(routine, dialect, create.createEvent());
            };
        } catch (UntranslatableException e) {
            return new Refused(object, String.valueOf(e.getMessage()));
        } catch (ParseCancellationException e) {
            return new Refused(object, "not understood: " + e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            return new Refused(object, UntranslatableException.defect(e));
        }
    }

    /** Refuses characters that the stored form of a translation, and dynamic SQL while it is written, use as marks. */
    private static void requireNoMarks(CreateStatementContext create, String sql) {
        for (char mark : Marks.ALL) {
            if (sql.indexOf(mark) >= 0) {
                throw new UntranslatableException(Marks.refusal(mark), create);
            }
        }
    }

    private StatementContext context(SourceObject object, String sql) {
        return StatementContext.ofStored(
                        object.name().schema(), sql, object.settings().modes(), serverVersion)
                .withConnectionCollation(object.settings().connectionCollation());
    }
}
