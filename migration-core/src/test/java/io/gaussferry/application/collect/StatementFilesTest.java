package io.gaussferry.application.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementFilesTest {

    private final Workload workload = new Workload(new SourceModes(0, true, 80033));

    @TempDir
    private Path directory;

    private List<String> read(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, content);
        new StatementFiles(workload, "shop").read(file);
        return forms();
    }

    private List<String> forms() {
        return workload.statements().stream()
                .map(statement -> statement.database() + ": " + statement.shown())
                .toList();
    }

    @Test
    void readsScripts() throws IOException {
        assertThat(read("a.sql", """
                        -- it's a comment; with a quote
                        SELECT 'a;b', "c\\";d" FROM t; SELECT `x;y` FROM t # it's
                        ;
                        /* SELECT 1; */ UPDATE t SET a = 'it''s;';
                        USE `other`;
                        DELETE FROM t WHERE a = 1;
                        CREATE TABLE u (a INT);
                        DELIMITER //
                        CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END //
                        DELIMITER ;
                        SELECT 3"""))
                .containsExactlyInAnyOrder(
                        "shop: SELECT ?, … FROM t",
                        "shop: SELECT `x;y` FROM t",
                        "shop: UPDATE t SET a = ?",
                        "other: DELETE FROM t WHERE a = ?",
                        "other: SELECT ?");
        assertThat(workload.missing()).containsEntry("statements that change definitions", 2L);
    }

    @Test
    void mergesStatementsThatDifferInLiterals() throws IOException {
        assertThat(read("a.sql", "SELECT a FROM t WHERE b = 1; SELECT a FROM t WHERE b = 2;"))
                .hasSize(1);
        ApplicationStatement statement = workload.statements().get(0);
        assertThat(statement.samples()).hasSize(2);
        assertThat(statement.origins()).containsExactly(directory.resolve("a.sql") + ":1");
    }

    @Test
    void readsTheGeneralLog() throws IOException {
        assertThat(read("general.log", """
                        /usr/sbin/mysqld, Version: 8.0.33. started with:
                        Tcp port: 3306  Unix socket: /tmp/mysql.sock
                        Time                 Id Command    Argument
                        2024-01-01T10:00:00.000000Z\t    8 Connect\troot@localhost on crm using TCP/IP
                        2024-01-01T10:00:00.100000Z\t    8 Query\tSELECT a
                          FROM t WHERE b = 'x'
                        2024-01-01T10:00:00.200000Z\t    9 Connect\troot@localhost on  using TCP/IP
                        2024-01-01T10:00:00.300000Z\t    9 Init DB\tother
                        2024-01-01T10:00:00.400000Z\t    9 Prepare\tSELECT c FROM t WHERE d = ?
                        2024-01-01T10:00:00.500000Z\t    9 Execute\tSELECT c FROM t WHERE d = 7
                        2024-01-01T10:00:00.600000Z\t    9 Quit\t
                        2024-01-01T10:00:00.700000Z\t    8 Query\tSELECT a
                          FROM t WHERE b = 'y'
                        """))
                .containsExactly("crm: SELECT a FROM t WHERE b = ?", "other: SELECT c FROM t WHERE d = ?");
        assertThat(workload.statements())
                .extracting(ApplicationStatement::calls)
                .containsExactly(2L, 1L);
    }

    @Test
    void completesNamesOfSessionsThatStartedBeforeTheLog() throws IOException {
        assertThat(read("general.log", """
                        2024-01-01T10:00:00.000000Z\t    8 Query\tSELECT a FROM t
                        2024-01-01T10:00:00.100000Z\t    9 Connect\troot@localhost on crm using TCP/IP
                        2024-01-01T10:00:00.200000Z\t    9 Query\tSELECT b FROM t
                        """)).containsExactly("shop: SELECT a FROM t", "crm: SELECT b FROM t");
    }

    @Test
    void readsTheSlowLog() throws IOException {
        assertThat(read("slow.log", """
                        # Time: 2024-01-01T10:00:00.000000Z
                        # User@Host: root[root] @ localhost []  Id:     8
                        # Query_time: 0.250000  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1
                        use crm;
                        SET timestamp=1704103200;
                        SELECT a FROM t
                        WHERE b = 1;
                        # User@Host: root[root] @ localhost []  Id:     8
                        # Query_time: 1.500000  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1
                        SET timestamp=1704103201;
                        SELECT c FROM t;
                        """)).containsExactly("crm: SELECT c FROM t", "crm: SELECT a FROM t WHERE b = ?");
        assertThat(workload.statements())
                .extracting(ApplicationStatement::nanos)
                .containsExactly(1_500_000_000L, 250_000_000L);
    }

    @Test
    void linesOfStringsAndOfTheServersStartAreNoEntries() throws IOException {
        assertThat(read("general.log", """
                        /usr/sbin/mysqld, Version: 8.0.33 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld.sock
                        Time                 Id Command    Argument
                        2024-01-01T10:00:00.000000Z\t    9 Query\tSELECT a FROM t WHERE b = 'x
                        # User@Host: root[root] @ localhost []  Id:     8
                        y'
                        2024-01-01T10:00:01.000000Z\t    9 Query\tSELECT c FROM t
                        /usr/sbin/mysqld, Version: 8.0.33 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld.sock
                        Time                 Id Command    Argument
                        2024-01-01T10:00:02.000000Z\t    9 Query\tSELECT d FROM t
                        """))
                .containsExactly("shop: SELECT a FROM t WHERE b = ?", "shop: SELECT c FROM t", "shop: SELECT d FROM t");
        assertThat(read("slow.log", """
                        /usr/sbin/mysqld, Version: 8.0.33 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld.sock
                        Time                 Id Command    Argument
                        # Time: 2024-01-01T10:00:00.000000Z
                        # User@Host: root[root] @ localhost []  Id:     8
                        # Query_time: 0.250000  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1
                        use crm;
                        SET timestamp=1704103200;
                        SELECT a FROM t WHERE b = 'x
                        # Time: y
                        # Query_time: 9.000000
                        z';
                        /usr/sbin/mysqld, Version: 8.0.33 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld.sock
                        Time                 Id Command    Argument
                        # Time: 2024-01-01T10:00:00.000000Z
                        # User@Host: root[root] @ localhost []  Id:     8
                        # Query_time: 0.250000  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1
                        SELECT c FROM t;
                        """))
                .hasSize(5)
                .contains("crm: SELECT a FROM t WHERE b = ?", "crm: SELECT c FROM t");
    }

    @Test
    void composesTheStatementsOfMappers() throws IOException {
        assertThat(read("ItemMapper.xml", """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
                        <mapper namespace="shop.ItemMapper">
                          <sql id="columns">id, name</sql>
                          <select id="find">
                            SELECT <include refid="columns"/> FROM item
                            <where>
                              <if test="name != null">AND name = #{name}</if>
                              <if test="ids != null">AND id IN <foreach collection="ids" open="(" close=")" separator=",">#{i}</foreach></if>
                            </where>
                            <choose><when test="byName">ORDER BY name</when><otherwise>ORDER BY id</otherwise></choose>
                          </select>
                          <update id="change">
                            UPDATE item <set><if test="name != null">name = #{name,jdbcType=VARCHAR},</if> price = 1,</set> WHERE id &lt; #{id}
                          </update>
                          <select id="sorted">SELECT id FROM item ORDER BY ${column}</select>
                        </mapper>
                        """))
                .containsExactlyInAnyOrder(
                        "shop: SELECT id, name FROM item WHERE name = ? AND id IN (?) ORDER BY name",
                        "shop: SELECT id, name FROM item WHERE name = ? AND id IN (?) ORDER BY id",
                        "shop: SELECT id, name FROM item ORDER BY id",
                        "shop: UPDATE item SET name = ?, price = ? WHERE id < ?",
                        "shop: UPDATE item SET price = ? WHERE id < ?");
        assertThat(workload.missing().values()).containsExactly(1L);
    }

    @Test
    void doesNotReadFilesThatAMapperNames() throws IOException {
        Path secret = directory.resolve("secret.txt");
        Files.writeString(secret, "SELECT secret FROM t");
        assertThat(read(
                        "a.xml",
                        "<!DOCTYPE mapper [<!ENTITY s SYSTEM \"" + secret.toUri()
                                + "\">]><mapper><select id=\"x\">SELECT 1 FROM u &s;</select></mapper>"))
                .containsExactly("shop: SELECT ? FROM u");
    }

    @Test
    void refusesAMissingFile() {
        assertThatThrownBy(() -> new StatementFiles(workload, "shop").read(directory.resolve("none.sql")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("none.sql", "STATEMENTS_UNREADABLE");
    }
}
