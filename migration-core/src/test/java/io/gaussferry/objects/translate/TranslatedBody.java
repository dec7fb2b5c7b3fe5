package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.Translation.Refused;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Translates procedure {@code shop.o(p INT, t VARCHAR(20))} with some statements; database {@code shop} has one table and one function. */
final class TranslatedBody {

    private static final TableDefinition ITEM = new TableDefinition(
            new TableId("shop", "Item"),
            List.of(
                    column("Id", MySqlType.INT),
                    column("name", MySqlType.VARCHAR),
                    column("price", MySqlType.DECIMAL),
                    column("weight", MySqlType.DOUBLE),
                    new ColumnDefinition(
                            "state", MySqlType.ENUM, false, "", 0, 0, 0, "utf8mb4", List.of("new", "done"), true),
                    column("code", MySqlType.CHAR),
                    column("late", MySqlType.TIME),
                    column("seen", MySqlType.TIMESTAMP),
                    column("bytes", MySqlType.VARBINARY)),
            List.of());

    private static final TableDefinition OTHER = new TableDefinition(
            new TableId("shop", "Other"),
            List.of(
                    column("Id", MySqlType.INT),
                    new ColumnDefinition(
                            "state", MySqlType.ENUM, false, "", 0, 0, 0, "utf8mb4", List.of("x", "y"), true)),
            List.of());

    private static final TableDefinition NUMBERED = new TableDefinition(
            new TableId("shop", "Numbered"),
            List.of(column("No", MySqlType.INT), column("name", MySqlType.VARCHAR)),
            List.of(),
            new TableExtras(
                    "",
                    null,
                    null,
                    Map.of("No", new ColumnAttributes(null, false, false, true, null, false, "", null)),
                    List.of(),
                    List.of(),
                    Map.of()));

    private TranslatedBody() {}

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 10, 10, 2, null, List.of(), true);
    }

    static Translation translate(String statements) throws SQLException {
        return translate(statements, "STRICT_TRANS_TABLES");
    }

    private static Translation translate(String statements, String sqlMode) throws SQLException {
        return translate(new SourceObject(
                ObjectKind.PROCEDURE,
                new TableId("shop", "o"),
                "CREATE PROCEDURE o(IN p INT, IN t VARCHAR(20)) BEGIN " + statements + " END",
                "",
                StoredSettings.of(sqlMode),
                null,
                0,
                List.of()));
    }

    private static Translation translate(SourceObject object) throws SQLException {
        SourceObject other = new SourceObject(
                ObjectKind.FUNCTION, new TableId("shop", "other"), "", "", StoredSettings.NONE, null, 0, List.of());
        SourceObject dated = new SourceObject(
                ObjectKind.FUNCTION,
                new TableId("shop", "dated"),
                "CREATE FUNCTION dated(d DATE, n INT, t DATETIME(3)) RETURNS INT RETURN 1",
                "",
                StoredSettings.NONE,
                null,
                0,
                List.of());
        SourceObject noted = new SourceObject(
                ObjectKind.PROCEDURE,
                new TableId("shop", "noted"),
                "CREATE PROCEDURE noted(IN at TIMESTAMP, OUT d DATE) SET d = at",
                "",
                StoredSettings.NONE,
                null,
                0,
                List.of());
        KnownNames names = new KnownNames(
                List.of(ITEM, OTHER, NUMBERED),
                List.of(object, other, dated, noted),
                TableRenames.NONE,
                true,
                Set.of());
        return new ObjectTranslator(
                        names,
                        new OpenGaussDialect(
                                new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true)),
                        query -> List.of(new RowTypes.Column("\"a\"", "int4")),
                        80033,
                        StoredSettings.of("STRICT_TRANS_TABLES"))
                .translate(object);
    }

    /** Returns the created routine on one line. */
    static String of(String statements) throws SQLException {
        return of(statements, "STRICT_TRANS_TABLES");
    }

    /** Returns a routine that was created with some modes, on one line. */
    static String of(String statements, String sqlMode) throws SQLException {
        return created(translate(statements, sqlMode));
    }

    /** Divisions have blanks around their slashes, which procedures of openGauss lack before them. */
    private static String created(Translation translation) {
        assertThat(translation).isInstanceOf(Translated.class);
        return ((Translated) translation)
                .statements().stream()
                        .filter(statement -> statement.contains("\nBEGIN\n"))
                        .flatMap(String::lines)
                        .map(String::strip)
                        .collect(Collectors.joining(" "))
                        .replaceAll("(?<=\\S)/ ", " / ");
    }

    /** Returns the function of a trigger after INSERT ON Item, on one line. */
    static String ofTrigger(String statements) throws SQLException {
        return created(translate(new SourceObject(
                ObjectKind.TRIGGER,
                new TableId("shop", "tr"),
                "CREATE TRIGGER tr AFTER INSERT ON Item FOR EACH ROW BEGIN " + statements + " END",
                "",
                StoredSettings.of("STRICT_TRANS_TABLES"),
                ITEM.id(),
                0,
                List.of())));
    }

    /** Returns a view on one line. */
    static String ofView(String query) throws SQLException {
        Translation translation = translate(new SourceObject(
                ObjectKind.VIEW,
                new TableId("shop", "v"),
                "CREATE VIEW v AS " + query,
                "",
                StoredSettings.of("STRICT_TRANS_TABLES"),
                null,
                0,
                List.of()));
        return ((Translated) translation).statements().get(0);
    }

    static String refusal(String statements) throws SQLException {
        Translation translation = translate(statements);
        assertThat(translation).isInstanceOf(Refused.class);
        return ((Refused) translation).reason();
    }
}
