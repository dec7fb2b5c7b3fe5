package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Verifies definitions that MariaDB executes otherwise than MySQL. */
class MariaDbDefinitionsTest {

    private static final int MARIADB = 1_101_105;

    private final EvolvedTable table =
            new EvolvedTable("utf8mb4_general_ci", StatementContext.STRICT_TRANS_TABLES, MARIADB);

    private TableDefinition after(String statement) {
        return Objects.requireNonNull(table.execute(statement).after());
    }

    private static @Nullable String defaultOf(TableDefinition table, String column) {
        return table.extras().column(column).defaultText();
    }

    private static List<String> checks(TableDefinition table) {
        return table.extras().checks().stream()
                .map(check -> check.name() + ": " + check.clause())
                .toList();
    }

    @Test
    void keepsDefaultsOfLargeColumns() {
        after("CREATE TABLE t (id INT PRIMARY KEY)");
        TableDefinition changed =
                after("ALTER TABLE t ADD a TEXT DEFAULT 'it''s', ADD b JSON DEFAULT '{}', ADD c TEXT DEFAULT ('abc')");
        assertThat(defaultOf(changed, "c")).isEqualTo("abc");
        assertThat(defaultOf(changed, "a")).isEqualTo("it's");
        assertThat(defaultOf(changed, "b")).isEqualTo("{}");
    }

    @Test
    void changesChecksWithTheirColumns() {
        assertThat(checks(after("CREATE TABLE t (a INT CHECK (a > 0), b JSON, c INT, CHECK (c < 9), CHECK (c > a))")))
                .containsExactly(
                        "a: `a` > 0", "b: json_valid(`b`)", "CONSTRAINT_1: `c` < 9", "CONSTRAINT_2: `c` > `a`");
        assertThat(checks(after("ALTER TABLE t MODIFY a BIGINT, DROP CONSTRAINT CONSTRAINT_1, RENAME COLUMN c TO d")))
                .containsExactly("b: json_valid(`b`)", "CONSTRAINT_2: `d` > `a`");
        assertThat(checks(after("ALTER TABLE t ADD CHECK (d > 1)"))).contains("CONSTRAINT_1: `d` > 1");
    }

    /** Their words are not reserved. */
    @Test
    void readsTypesThatMySqlDoesNotHave() {
        after("CREATE TABLE t (uuid UUID PRIMARY KEY, inet4 INET6 NOT NULL, KEY (inet4))");
        assertThat(after("ALTER TABLE t ADD COLUMN `a` inet4 NULL AFTER uuid, ADD uuid2 uuid")
                        .columns())
                .extracting(column -> column.name() + " " + column.type() + " " + column.declaration())
                .containsExactly("uuid UUID uuid", "a INET4 inet4", "inet4 INET6 inet6", "uuid2 UUID uuid");
        assertThatThrownBy(() -> after("ALTER TABLE t ADD c INET5")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void givesCollationsTheirCharacterSets() {
        TableDefinition created =
                after("CREATE TABLE t (a VARCHAR(9), b VARCHAR(9) CHARACTER SET latin1 COLLATE uca1400_ai_ci)"
                        + " CHARSET utf8mb3 COLLATE uca1400_as_ci");
        assertThat(created.extras().collation()).isEqualTo("utf8mb3_uca1400_as_ci");
        assertThat(created.extras().column("b").collation()).isEqualTo("latin1_uca1400_ai_ci");
    }

    @Test
    void isUncertainAboutShortYears() {
        assertThatThrownBy(() -> after("CREATE TABLE t (a YEAR(2))")).isInstanceOf(UnknownDefinitionException.class);
    }

    /** Guards that checks of MySQL keep their generated names. */
    @Test
    void namesChecksOfMySqlByTable() {
        TableDefinition created = Objects.requireNonNull(new EvolvedTable()
                .execute("CREATE TABLE t (a INT CHECK (a > 0), b JSON)")
                .after());
        assertThat(created.extras().checks()).extracting(CheckDefinition::name).containsExactly("t_chk_1");
    }
}
