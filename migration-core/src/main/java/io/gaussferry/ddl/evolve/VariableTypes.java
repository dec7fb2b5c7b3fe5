package io.gaussferry.ddl.evolve;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CollateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.gaussferry.ddl.statement.CharacterSetSpec;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TypeReader;
import io.gaussferry.ddl.statement.TypeSpec;
import io.gaussferry.schema.ColumnDefinition;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The types of variables, parameters and results of routines, as columns of the same type. */
public final class VariableTypes {

    private static final String CHARACTERS = "utf8mb4_general_ci";

    private VariableTypes() {}

    /** Returns a nullable column of a declared type. */
    public static ColumnDefinition column(String name, DataTypeContext type, StatementContext context) {
        TypeReader types = new TypeReader(context);
        TypeSpec spec = types.type(type);
        CharacterSetSpec characters = types.characters(type);
        boolean binary = "binary".equals(characters.characterSet());
        return new ColumnTypes(context).column(name, spec, binary ? "binary" : CHARACTERS, true);
    }

    /**
     * Returns the collation of a string variable.
     *
     * @param collate its own COLLATE clause; null for none
     * @param inherited that of the database when the object was created
     */
    public static String collation(
            DataTypeContext type, @Nullable CollateContext collate, String inherited, StatementContext context) {
        TypeReader types = new TypeReader(context);
        CharacterSetSpec spec =
                types.characters(type).withCollation(collate == null ? null : types.collation(collate.collationName()));
        return new Collations(context).of(spec, inherited).toLowerCase(Locale.ROOT);
    }
}
