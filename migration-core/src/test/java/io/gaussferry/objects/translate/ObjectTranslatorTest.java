package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.SourceObject.ViewColumn;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.Translation.Refused;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules, each by a small object. */
class ObjectTranslatorTest {

    private static final TargetDialect DOLPHIN =
            new OpenGaussDialect(new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true));

    private static final TableDefinition ITEM = new TableDefinition(
            new TableId("shop", "Item"),
            List.of(column("Id", MySqlType.INT), column("name", MySqlType.VARCHAR), column("price", MySqlType.DECIMAL)),
            List.of());

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 10, 10, 2, null, List.of(), true);
    }

    private static Translation translate(ObjectKind kind, String sql, String sqlMode, List<ViewColumn> columns)
            throws SQLException {
        SourceObject object = new SourceObject(
                kind,
                new TableId("shop", "o"),
                sql,
                "",
                StoredSettings.of(sqlMode),
                kind == ObjectKind.TRIGGER ? ITEM.id() : null,
                0,
                columns);
        SourceObject other = new SourceObject(
                ObjectKind.FUNCTION, new TableId("shop", "Other"), "", "", StoredSettings.NONE, null, 0, List.of());
        KnownNames names =
                new KnownNames(List.of(ITEM), List.of(object, other), TableRenames.NONE, true, Set.of("sys_exec"));
        return new ObjectTranslator(
                        names,
                        DOLPHIN,
                        query -> List.of(new RowTypes.Column("\"a\"", "int4")),
                        80033,
                        StoredSettings.of("STRICT_TRANS_TABLES"))
                .translate(object);
    }

    /** Returns the lines of the body, without those of the function around it, on one line. */
    private static String body(String sql) throws SQLException {
        return body(sql, "STRICT_TRANS_TABLES");
    }

    private static String body(String sql, String sqlMode) throws SQLException {
        String created = translated(
                        translate(ObjectKind.PROCEDURE, "CREATE PROCEDURE o(IN p INT) " + sql, sqlMode, List.of()))
                .statements()
                .get(0);
        List<String> lines = new ArrayList<>(created.lines()
                .map(String::strip)
                .filter(line -> !line.matches("IF [\"`]p[\"`] NOT BETWEEN.*"))
                .toList());
        return String.join(" ", lines.subList(lines.indexOf("BEGIN") + 1, lines.lastIndexOf("END;")));
    }

    private static Translated translated(Translation translation) {
        assertThat(translation).isInstanceOf(Translated.class);
        return (Translated) translation;
    }

    @Test
    void leavesOutTheTableOfInsertedColumns() throws SQLException {
        assertThat(body("INSERT INTO Item (Item.id, shop.Item.name) VALUES (1, 'a')"))
                .contains("(\"Id\", \"name\")");
    }

    @Test
    void ignoresDuplicateKeysOfAQuery() throws SQLException {
        assertThat(body("INSERT IGNORE INTO Item (id) SELECT id FROM Item WHERE id > p"))
                .contains("INSERT  INTO \"shop\".\"Item\" (\"Id\") SELECT", " ON DUPLICATE KEY UPDATE NOTHING;");
        assertThat(body("INSERT IGNORE INTO Item (id) VALUES (1), (2)")).contains("INSERT IGNORE INTO");
        assertThat(body("INSERT INTO Item (id) SELECT id FROM Item")).doesNotContain("NOTHING");
    }

    @Test
    void readsTheRowOfATriggerAfterAColumnOfItsNameWasAssigned() throws SQLException {
        assertThat(String.join(
                        " ",
                        translated(translate(
                                        ObjectKind.TRIGGER,
                                        "CREATE TRIGGER o AFTER INSERT ON Item FOR EACH ROW"
                                                + " UPDATE Item SET price = price - NEW.price, name = NEW.price * 2",
                                        "STRICT_TRANS_TABLES",
                                        List.of()))
                                .statements()))
                .contains("NEW.\"price\" * 2")
                .doesNotContain("CAST((\"price\" - NEW");
    }

    @Test
    void knowsTheTypesOfTheTriggersRow() throws SQLException {
        assertThat(String.join(
                        " ",
                        translated(translate(
                                        ObjectKind.TRIGGER,
                                        "CREATE TRIGGER o BEFORE INSERT ON Item FOR EACH ROW"
                                                + " IF EXISTS (SELECT 1 FROM other WHERE x = LOWER(NEW.name)) THEN SET NEW.name = 'a'; END IF",
                                        "STRICT_TRANS_TABLES",
                                        List.of()))
                                .statements()))
                .contains("lower((NEW.\"name\") COLLATE \"default\")");
    }

    @Test
    void findsAStringThatAnExpressionMatches() throws SQLException {
        assertThat(translated(translate(
                                ObjectKind.TRIGGER,
                                "CREATE TRIGGER o BEFORE INSERT ON Item FOR EACH ROW"
                                        + " BEGIN IF NEW.name REGEXP '^[a-f0-9]{3}$' THEN SET NEW.price = 1; END IF; END",
                                "STRICT_TRANS_TABLES",
                                List.of()))
                        .compared())
                .containsEntry("name", Set.of("aaa", "^[a-f0-9]{3}$"));
    }

    private static String view(String query, ViewColumn... columns) throws SQLException {
        String created = translated(translate(ObjectKind.VIEW, "CREATE VIEW o AS " + query, "", List.of(columns)))
                .statements()
                .get(0);
        return created.substring(created.indexOf(" AS ") + 4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "select ID from ITEM                        ; select \"Id\" from \"shop\".\"Item\"",
                "select `shop`.`item`.`NAME` AS `n` from `shop`.`item` ; select \"shop\".\"Item\".\"name\" AS \"n\" from \"shop\".\"Item\"",
                "select i.id x from item i order by X       ; select \"i\".\"Id\" AS \"x\" from \"shop\".\"Item\" AS \"i\" order by \"x\"",
                "select 'it''s', \"it's\", 'a\\nb' x        ; select 'it''s', 'it''s', 'a\\nb' AS \"x\"",
                "select _utf8mb4'a' collate utf8mb4_0900_ai_ci ; select 'a'",
                "select name collate utf8mb4_bin from item  ; select \"name\" COLLATE \"utf8mb4_bin\" from \"shop\".\"Item\"",
                "select 1 && 0, 1 || 0, !1                  ; select 1 AND 0, 1 OR 0, (NOT (1))",
                "select name <=> null from item             ; select (\"name\" IS NOT DISTINCT FROM null) from \"shop\".\"Item\"",
                "select sql_no_cache 1 from item use index (a) ; select  1 from \"shop\".\"Item\"",
                "select other(1), now()                     ; select \"shop\".\"Other\"(1), date_trunc('second', CURRENT_TIMESTAMP(6))",
                "select cast(id as char(3) charset utf8mb4) from item ; select cast(\"Id\" as char(3) ) from \"shop\".\"Item\"",
                "select 1 | 2 & 3 + 4                       ; select (1 | (2 & 3 + 4))",
                "select 7 + 6 DIV 2, 7 MOD 4 * 2, ~1 + 1    ; select 7 + (6 DIV 2), (7 MOD 4) * 2, (~1) + 1",
                "select 1 < 2 is null, id in (1) is true, id + 1 is null from item ;"
                        + " select (1 < 2) is null, (\"Id\" in (1)) is true, \"Id\" + 1 is null from \"shop\".\"Item\"",
                "select 1 /* one */ + 2                     ; select 1 + 2"
            })
    void writesQueries(String query, String expected) throws SQLException {
        assertThat(view(query)).isEqualTo(expected.replace("\\n", "\n"));
    }

    @Test
    void convertsComputedColumnsOfViewsToTheTypeOfMySql() throws SQLException {
        assertThat(view(
                        "select avg(id) AS a, id > 3 AS b, id AS c from item",
                        new ViewColumn("a", "decimal", 14, 4),
                        new ViewColumn("b", "int", 0, 0),
                        new ViewColumn("c", "int", 0, 0)))
                .isEqualTo("select CAST((avg(\"Id\")) AS decimal(14,4)) AS \"a\", CAST((\"Id\" > 3) AS int) AS \"b\", "
                        + "\"Id\" AS \"c\" from \"shop\".\"Item\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "DO 1                          | PERFORM 1;",
                "UPDATE item SET price = p     | UPDATE \"shop\".\"Item\" SET \"price\" = \"v_p\";",
                "START TRANSACTION             | COMMIT;",
                "ROLLBACK                      | ROLLBACK;",
                "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no', MYSQL_ERRNO = 9 | RAISE EXCEPTION USING ERRCODE = '45000', MESSAGE = 'no';",
                "IF p THEN DO 1; ELSEIF p > 2 THEN DO 2; ELSE DO 3; END IF | IF (\"v_p\") <> 0 THEN PERFORM 1; ELSIF \"v_p\" > 2 THEN PERFORM 2; ELSE PERFORM 3; END IF;",
                "l: LOOP IF p = 1 THEN LEAVE l; END IF; ITERATE l; END LOOP l | <<\"l\">> LOOP IF \"v_p\" = 1 THEN EXIT \"l\"; END IF; CONTINUE \"l\"; END LOOP;",
                "REPEAT DO 1; UNTIL p END REPEAT | LOOP PERFORM 1; EXIT WHEN (\"v_p\") <> 0; END LOOP;",
                "WHILE p < 3 DO SET p = p + 1; END WHILE | WHILE \"v_p\" < 3 LOOP \"v_p\" := \"v_p\" + 1; END LOOP;",
                "SELECT COUNT(*) INTO p FROM item | \"v_p\" := (SELECT COUNT(*)  FROM \"shop\".\"Item\");",
                "SET p = p = 1                 | \"v_p\" := CAST((\"v_p\" = 1) AS int);"
            })
    void writesStatements(String statement, String expected) throws SQLException {
        assertThat(body(statement)).isEqualTo(expected);
    }

    /** It has no settings, so that sessions may read double quotes as strings; capitals of tables need them by default. */
    @Test
    void procedureThatCommitsIsReadAlikeByAllSessions() throws SQLException {
        assertThat(body("BEGIN SET p = 1; COMMIT; SET p = 2; END"))
                .contains("`v_p` := 1;")
                .doesNotContain("\"");
        assertThat(body("BEGIN DELETE FROM item; COMMIT; END")).contains("\"shop\".\"Item\"");
        assertThat(body("BEGIN SET p = 1; END")).contains("\"v_p\" := 1;");
    }

    @Test
    void keepsVariablesOfSelectIntoWithoutRow() throws SQLException {
        assertThat(body("SELECT id INTO p FROM item WHERE name = 'a'"))
                .isEqualTo(
                        "\"gf_1\" := FALSE; FOR \"gf_2\" IN SELECT * FROM (SELECT \"Id\"  FROM \"shop\".\"Item\" WHERE \"name\" = 'a')"
                                + " AS \"gf_query\"(\"c1\") LOOP IF \"gf_1\" THEN RAISE EXCEPTION USING ERRCODE = '42000',"
                                + " MESSAGE = 'Result consisted of more than one row'; END IF; \"gf_1\" := TRUE; \"v_p\" := \"gf_2\".\"c1\";"
                                + " END LOOP;");
    }

    @Test
    void undoesOnlyTheStatementThatAHandlerAppliesTo() throws SQLException {
        assertThat(body("BEGIN DECLARE EXIT HANDLER FOR 1062 SET p = 0; DO 1; UPDATE item SET id = 1; END"))
                .isEqualTo(
                        "<<\"gf_1\">> BEGIN BEGIN PERFORM 1; EXCEPTION WHEN SQLSTATE '23505' THEN \"v_p\" := 0; EXIT \"gf_1\"; END;"
                                + " BEGIN UPDATE \"shop\".\"Item\" SET \"Id\" = 1; EXCEPTION WHEN SQLSTATE '23505' THEN \"v_p\" := 0;"
                                + " EXIT \"gf_1\"; END; END;");
    }

    @Test
    void prefersInnerHandlersAndCertainErrors() throws SQLException {
        assertThat(body(
                        "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET p = 1; BEGIN DECLARE CONTINUE HANDLER FOR 1048 SET p = 2;"
                                + " DO 1; END; END"))
                .contains("EXCEPTION WHEN SQLSTATE '23502' THEN", "WHEN OTHERS THEN")
                .containsSubsequence("'23502'", "OTHERS");
    }

    @Test
    void readsCursorsIntoCopiesThatAreAssignedIfThereIsARow() throws SQLException {
        assertThat(body("BEGIN DECLARE done INT; DECLARE c CURSOR FOR SELECT id FROM item;"
                        + " DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN c; FETCH c INTO p; CLOSE c; END"))
                .contains("OPEN \"cursor_c\" FOR SELECT \"Id\" FROM \"shop\".\"Item\";")
                .contains("IF \"gf_3\" THEN \"v_p\" := \"gf_2\"; ELSE \"done\" := 1; END IF;");
    }

    @Test
    void givesHandlersTheVariablesOfTheirBlock() throws SQLException {
        assertThat(body("BEGIN DECLARE a INT; DECLARE CONTINUE HANDLER FOR NOT FOUND SET a = 1;"
                        + " BEGIN DECLARE a INT; SELECT id INTO a FROM item WHERE id = 3; END; END"))
                .contains("\"v_a\" := \"gf_4\".\"c1\";")
                .contains("IF NOT \"gf_3\" THEN \"a\" := 1; END IF;");
    }

    @Test
    void renamesVariablesThatAreNamedLikeColumns() throws SQLException {
        assertThat(body("BEGIN DECLARE ID INT DEFAULT 3; UPDATE item SET price = id WHERE item.id = id; END"))
                .contains("\"v_id\" integer DEFAULT 3;")
                .contains("SET \"price\" = \"v_id\" WHERE \"Item\".\"Id\" = \"v_id\"");
    }

    @Test
    void truncatesStringsAsMySqlDoesWithoutStrictMode() throws SQLException {
        String sql = "BEGIN DECLARE s VARCHAR(3) DEFAULT 'abc'; SET s = 'abcd'; END";
        assertThat(body(sql)).contains("\"s\" := 'abcd';");
        assertThat(body(sql, "")).contains("\"s\" := CAST('abcd' AS varchar(3));");
    }

    @Test
    void knowsThatDropTableCommitsInMySql() throws SQLException {
        String create = "CREATE PROCEDURE o() BEGIN CREATE TEMPORARY TABLE x AS SELECT 1 AS a; DROP %sTABLE x; END";
        assertThat(translated(translate(ObjectKind.PROCEDURE, create.formatted("TEMPORARY "), "", List.of()))
                        .controlsTransactions())
                .isFalse();
        assertThat(translated(translate(ObjectKind.PROCEDURE, create.formatted(""), "", List.of()))
                        .controlsTransactions())
                .isTrue();
    }

    @Test
    void returnsTheOldRowOfADeletion() throws SQLException {
        Translated trigger = translated(translate(
                ObjectKind.TRIGGER,
                "CREATE TRIGGER o BEFORE DELETE ON item FOR EACH ROW SET @n = OLD.ID",
                "",
                List.of()));
        assertThat(trigger.statements().get(0)).contains("OLD.\"Id\"", "RETURN OLD;");
        // openGauss fires triggers in the order of their times of creation
        assertThat(trigger.statements())
                .containsSubsequence(
                        "CREATE TRIGGER \"o\" BEFORE DELETE ON \"shop\".\"Item\" FOR EACH ROW EXECUTE PROCEDURE \"shop\".\"gf_trigger_o\"()",
                        "SET LOCAL TimeZone = 'UTC'");
        assertThat(trigger.statements().get(trigger.statements().size() - 3))
                .startsWith("SELECT pg_catalog.set_config('TimeZone'")
                .contains("tgrelid = '\"shop\".\"Item\"'::regclass");
    }

    @Test
    void makesAProcedureThatReturnsRowsAFunction() throws SQLException {
        Translated procedure =
                translated(translate(ObjectKind.PROCEDURE, "CREATE PROCEDURE o() SELECT id FROM item", "", List.of()));
        assertThat(procedure.returnsRows()).isTrue();
        assertThat(procedure.statements().get(0)).isEqualTo("CREATE TYPE \"shop\".\"gf_rows_o\" AS (\"a\" int4)");
        assertThat(procedure.statements().get(1))
                .contains("RETURNS SETOF \"shop\".\"gf_rows_o\"", "RETURN QUERY SELECT CAST(\"c1\" AS int4) FROM (");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IF p THEN SELECT 1 a; ELSE SELECT 2 a; END IF; | 2",
                "IF p THEN SELECT 1 a; LEAVE b; END IF; SELECT 2 a; | 2",
                "CASE p WHEN 1 THEN SELECT 1 a; ELSE SELECT 2 a; END CASE; | 2",
                "DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 1 a; SELECT 2 a; | 2"
            })
    void returnsTheRowsOfThePathThatIsTaken(String statements, int returned) throws SQLException {
        Translated procedure = translated(translate(
                ObjectKind.PROCEDURE, "CREATE PROCEDURE o(IN p INT) b: BEGIN " + statements + " END", "", List.of()));
        assertThat(procedure.statements().get(1).split("RETURN QUERY", -1)).hasSize(returned + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IF p THEN SELECT 1 a; END IF; SELECT 2 a;",
                "i: BEGIN SELECT 1 a; IF p THEN LEAVE i; END IF; END i; SELECT 2 a;",
                "DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 1 a; SELECT 2 a; SELECT 3 a;",
                "WHILE p > 0 DO SELECT 1 a; END WHILE;"
            })
    void refusesPathsWithTwoResultSets(String statements) throws SQLException {
        Translation translation = translate(
                ObjectKind.PROCEDURE, "CREATE PROCEDURE o(IN p INT) b: BEGIN " + statements + " END", "", List.of());
        assertThat(((Refused) translation).reason()).startsWith("more than one result set");
    }

    @Test
    void leavesTheTransactionOfAProcedureThatReturnsRowsToTheCaller() throws SQLException {
        Translated procedure = translated(translate(
                ObjectKind.PROCEDURE,
                "CREATE PROCEDURE o(IN p INT) BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; SELECT 'no' a; END;"
                        + " START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 'yes' a; END",
                "",
                List.of()));
        String body = procedure.statements().get(1).replaceAll("\\s+", " ");
        assertThat(body).doesNotContain("COMMIT", "ROLLBACK");
        // one exception block: the change is undone with all others
        assertThat(body.split("EXCEPTION WHEN OTHERS", -1)).hasSize(2);
        assertThat(body).containsSubsequence("UPDATE", "'yes'", "EXCEPTION WHEN OTHERS THEN", "'no'");
        assertThat(procedure.controlsTransactions()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE item SET price = 1; START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 1 a;",
                "START TRANSACTION; COMMIT; UPDATE item SET price = p; SELECT 1 a;",
                "START TRANSACTION; IF p THEN ROLLBACK; ELSE COMMIT; END IF; SELECT 1 a;",
                "START TRANSACTION; UPDATE item SET price = p; IF p THEN COMMIT; END IF; SELECT 1 a;",
                "START TRANSACTION; UPDATE item SET price = p; IF p THEN LEAVE b; END IF; COMMIT; SELECT 1 a;",
                "DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 0 a; START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 1 a;",
                "DECLARE EXIT HANDLER FOR SQLEXCEPTION, NOT FOUND ROLLBACK; START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 1 a;",
                "DECLARE EXIT HANDLER FOR 1062 ROLLBACK; START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 1 a;",
                "DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN UPDATE item SET price = 0; ROLLBACK; END;"
                        + " START TRANSACTION; UPDATE item SET price = p; COMMIT; SELECT 1 a;"
            })
    void refusesOtherTransactionsOfProceduresThatReturnRows(String statements) throws SQLException {
        Translation translation = translate(
                ObjectKind.PROCEDURE, "CREATE PROCEDURE o(IN p INT) b: BEGIN " + statements + " END", "", List.of());
        assertThat(((Refused) translation).reason()).startsWith("a result set and COMMIT or ROLLBACK");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PREPARE s FROM @q                     | dynamic SQL, which exists only when it runs (line 1, column 30)",
                "EXECUTE s                             | dynamic SQL, which exists only when it runs (line 1, column 30)",
                "SELECT FOUND_ROWS() INTO p            | the function found_rows, which the target lacks (line 1, column 37)",
                "BEGIN SELECT 1; SELECT 2; END         | more than one result set (line 1, column 46)",
                "SET foreign_key_checks = 0            | the setting foreign_key_checks (line 1, column 34)",
                "CALL missing()                        | CALL of shop.missing, which does not exist (line 1, column 30)",
                "SET GLOBAL max_heap_table_size = 1    | a setting of the server (line 1, column 34)",
                "SET @@GLOBAL.max_heap_table_size = 1  | a setting of the server (line 1, column 36)",
                "SET SESSION sql_notes = 0, GLOBAL sql_notes = 1 | a setting of the server (line 1, column 57)",
                "DO sys_exec('x')                      | the loadable function sys_exec (line 1, column 33)",
                "SIGNAL SQLSTATE '02000'               | SIGNAL of a warning or of NOT FOUND",
                "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '42000' DO 1; END | SQLSTATE 42000",
                "SELECT @@version INTO p               | the system variable @@version (line 1, column 37)",
                "LOCK TABLES item READ                 | LOCK of savepoints or locks"
            })
    void refusesWhatItCannotTranslate(String statement, String reason) throws SQLException {
        Translation translation =
                translate(ObjectKind.PROCEDURE, "CREATE PROCEDURE o(IN p INT) " + statement, "", List.of());
        assertThat(translation).isInstanceOf(Refused.class);
        assertThat(((Refused) translation).reason()).startsWith(reason);
    }
}
