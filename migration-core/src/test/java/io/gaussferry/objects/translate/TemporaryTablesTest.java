package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TemporaryTablesTest {

    @Test
    void namesTheSchemaOfTemporaryTables() throws SQLException {
        String exists = "IF EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'item' AND relkind = 'r'"
                + " AND relnamespace = pg_catalog.pg_my_temp_schema()) THEN DROP TABLE pg_temp.\"item\";";
        assertThat(TranslatedBody.of("DROP TEMPORARY TABLE IF EXISTS item; DROP TEMPORARY TABLE item;"))
                .contains(exists + " END IF; " + exists + " ELSE RAISE EXCEPTION USING ERRCODE = '42P01'")
                .doesNotContain("\"shop\".\"item\"");
        assertThat(TranslatedBody.of(
                        "CREATE TEMPORARY TABLE chosen (n INT); INSERT INTO chosen VALUES (1); DROP TABLE chosen;"))
                .contains(
                        "CREATE TEMPORARY TABLE \"chosen\"",
                        "INSERT INTO pg_temp.\"chosen\"",
                        "DROP TABLE pg_temp.\"chosen\";");
    }

    @Test
    void createsOrdinaryTablesOfQueries() throws SQLException {
        assertThat(TranslatedBody.of(
                        "DROP TABLE IF EXISTS report; CREATE TABLE report SELECT name FROM Item WHERE id = p;"))
                .contains(
                        "DROP TABLE IF EXISTS \"shop\".\"report\";",
                        "CREATE TABLE \"shop\".\"report\" AS SELECT * FROM (SELECT \"name\" FROM \"shop\".\"Item\" WHERE"
                                + " \"Id\" = CAST(NULL AS integer)) AS \"gf_query\" LIMIT 0;",
                        "INSERT INTO \"shop\".\"report\" SELECT \"name\" FROM \"shop\".\"Item\" WHERE \"Id\" = \"v_p\";");
        assertThat(TranslatedBody.of("CREATE TABLE report SELECT name FROM Item;"))
                .contains("CREATE TABLE \"shop\".\"report\" AS SELECT \"name\" FROM \"shop\".\"Item\";")
                .doesNotContain("INSERT");
        assertThat(TranslatedBody.of("CREATE TEMPORARY TABLE chosen SELECT name FROM Item WHERE id = p;"))
                .contains("INSERT INTO pg_temp.\"chosen\" SELECT \"name\"");
        assertThat(TranslatedBody.refusal("CREATE TABLE IF NOT EXISTS report SELECT name FROM Item WHERE id = p;"))
                .contains("CREATE TABLE by a query with variables, with IF NOT EXISTS");
        assertThat(TranslatedBody.refusal("CREATE TABLE report (n INT);")).contains("CREATE TABLE in a body");
    }

    @Test
    void comparesTheirStringsAsMySql() throws SQLException {
        assertThat(TranslatedBody.of("CREATE TEMPORARY TABLE chosen (s VARCHAR(5) NOT NULL, n INT);"))
                .contains("VARCHAR(5) COLLATE \"utf8mb4_general_ci\" NOT NULL, \"n\" INT)");
        assertThat(TranslatedBody.refusal("CREATE TEMPORARY TABLE chosen (s VARCHAR(5)) COLLATE utf8mb4_bin;"))
                .contains("a temporary table with a character set or collation");
    }

    @Test
    void refusesNamesThatMayMeanAnOrdinaryTable() throws SQLException {
        assertThat(TranslatedBody.refusal("CREATE TEMPORARY TABLE item (n INT);"))
                .contains("a temporary table with the name of another table");
        assertThat(TranslatedBody.refusal("CREATE TEMPORARY TABLE chosen (n INT); SELECT n FROM chosen;"))
                .contains("a result set from a temporary table");
        assertThat(TranslatedBody.refusal("DROP TABLE item;")).contains("DROP TABLE in a body");
        assertThat(TranslatedBody.refusal("DROP TEMPORARY TABLE other.item;"))
                .contains("a temporary table of another database");
    }
}
