package io.gaussferry.objects.prove;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceObjectsTest {

    private static final String FIRST = "CREATE TRIGGER first BEFORE INSERT ON item FOR EACH ROW SET NEW.a = 1";
    private static final String SECOND = "CREATE TRIGGER second BEFORE INSERT ON item FOR EACH ROW SET NEW.a = 2";
    private static final String PROCEDURE = "CREATE PROCEDURE fill() INSERT INTO item VALUES (1)";

    private final ScriptedConnection source = new ScriptedConnection().answer("@@SESSION.sql_mode", row("ANSI"));
    private final SourceObjects objects = new SourceObjects(source.connection(), "copy", 80033);

    private static SourceObject trigger(String name, String sql, int order) {
        return new SourceObject(
                ObjectKind.TRIGGER,
                new TableId("shop", name),
                sql,
                "",
                StoredSettings.of("STRICT_TRANS_TABLES"),
                new TableId("shop", "item"),
                order,
                List.of());
    }

    private static SourceObject procedure(StoredSettings settings) {
        return new SourceObject(
                ObjectKind.PROCEDURE,
                new TableId("shop", "fill"),
                PROCEDURE.replace("CREATE", "CREATE DEFINER=`ada`@`%`"),
                "",
                settings,
                null,
                0,
                List.of());
    }

    @Test
    void movesNamesAndOmitsTheDefiner() {
        SourceObject copy = objects.copied(procedure(StoredSettings.NONE));
        assertThat(copy.name()).isEqualTo(new TableId("copy", "fill"));
        assertThat(copy.sql()).isNotNull().doesNotContain("DEFINER");
        assertThat(copy.table()).isNull();
        assertThat(objects.copied(trigger("first", FIRST, 1)).table()).isEqualTo(new TableId("copy", "item"));
    }

    @Test
    void createsTriggersLastAndInTheirOrder() throws SQLException {
        objects.create(List.of(
                trigger("second", SECOND, 2), trigger("first", FIRST, 1), procedure(StoredSettings.of("ANSI"))));
        assertThat(source.changes()).hasSize(3);
        assertThat(source.changes().get(0)).contains("PROCEDURE fill");
        assertThat(source.changes().subList(1, 3)).containsExactly(FIRST, SECOND);
    }

    @Test
    void createsWithStoredSettingsAndRestoresTheMode() throws SQLException {
        objects.create(List.of(trigger("first", FIRST, 1)));
        assertThat(source.executed())
                .containsExactly(
                        "SELECT @@SESSION.sql_mode",
                        "catalog copy",
                        "SET SESSION sql_mode = 'STRICT_TRANS_TABLES'",
                        "SET SESSION collation_connection = utf8mb4_0900_ai_ci",
                        FIRST,
                        "SET SESSION sql_mode = 'ANSI'");
    }

    @Test
    void keepsTheCollationOfTheSessionIfNoneIsStored() throws SQLException {
        objects.create(List.of(procedure(StoredSettings.NONE)));
        assertThat(source.executed()).noneMatch(sql -> sql.contains("collation_connection"));
    }
}
