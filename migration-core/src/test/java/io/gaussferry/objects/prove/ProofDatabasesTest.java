package io.gaussferry.objects.prove;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Databases that no proof has created are never dropped. */
class ProofDatabasesTest {

    private final ScriptedConnection source = new ScriptedConnection();
    private final ScriptedConnection target = new ScriptedConnection();

    private ProofDatabases databases(String pipeline, Predicate<String> isReplicated) {
        return new ProofDatabases(source.connection(), target.connection(), pipeline, isReplicated);
    }

    private ProofDatabases databases() {
        return databases("Shop", name -> false);
    }

    @Test
    void derivesNamesFromThePipeline() {
        assertThat(databases().copy()).isEqualTo("gaussferry_proof_shop");
        assertThat(databases().rows()).isEqualTo("gaussferry_proof_shop_rows");
        assertThat(databases("a-b", name -> false).copy()).isEqualTo("gaussferry_proof_a_b");
    }

    @Test
    void shortensLongNamesAndDistinguishesThem() {
        String prefix = "p".repeat(60);
        String one = databases(prefix + "1", name -> false).copy();
        assertThat(one).hasSizeLessThanOrEqualTo(58).startsWith("gaussferry_proof_ppp");
        assertThat(one).isNotEqualTo(databases(prefix + "2", name -> false).copy());
    }

    @Test
    void ownsDatabasesThatDoNotExist() throws SQLException {
        ProofDatabases databases = databases();
        assertThat(databases.isOwned()).isFalse();
        databases.own();
        assertThat(databases.isOwned()).isTrue();
        assertThat(source.changes()).isEmpty();
        assertThat(target.changes()).isEmpty();
    }

    @Test
    void ownsDatabasesWithItsMark() throws SQLException {
        source.answer("schema_name FROM", row("gaussferry_proof_shop")).answer("table_name FROM", row("gf_copies"));
        target.answer("pg_namespace", row("gaussferry_proof_shop")).answer("pg_tables", row("gf_copies"));
        ProofDatabases databases = databases();
        databases.own();
        assertThat(databases.isOwned()).isTrue();
    }

    @Test
    void refusesDatabaseOfOthersOnEitherSide() {
        source.answer("schema_name FROM", row("gaussferry_proof_shop"));
        assertRefused(databases(), "no proof has created it");
        source.answer("schema_name FROM");
        target.answer("pg_namespace", row("gaussferry_proof_shop"));
        assertRefused(databases(), "no proof has created it");
    }

    @Test
    void refusesReplicatedDatabase() {
        assertRefused(databases("shop", "gaussferry_proof_shop_rows"::equals), "source.schemas includes");
    }

    private void assertRefused(ProofDatabases databases, String problem) {
        assertThatThrownBy(databases::own).isInstanceOf(SQLException.class).hasMessageContaining(problem);
        assertThat(databases.isOwned()).isFalse();
        assertThatThrownBy(databases::drop).isInstanceOf(IllegalStateException.class);
        assertThat(source.changes()).isEmpty();
        assertThat(target.changes()).isEmpty();
    }

    @Test
    void dropsBothDatabasesOnBothSides() throws SQLException {
        ProofDatabases databases = databases();
        databases.own();
        databases.drop();
        assertThat(source.changes())
                .containsExactly(
                        "DROP DATABASE IF EXISTS `gaussferry_proof_shop`",
                        "DROP DATABASE IF EXISTS `gaussferry_proof_shop_rows`");
        assertThat(target.changes())
                .containsExactly(
                        "DROP SCHEMA IF EXISTS \"gaussferry_proof_shop\" CASCADE",
                        "DROP SCHEMA IF EXISTS \"gaussferry_proof_shop_rows\" CASCADE");
        assertThat(target.executed()).as("the caller commits").doesNotContain("commit");
    }

    @Test
    void recreatesTheCopyWithTheCollationOfTheOriginal() throws SQLException {
        source.answer("default_collation_name", row("utf8mb4_bin"));
        databases().recreateCopy("shop");
        assertThat(source.changes())
                .containsExactly(
                        "DROP DATABASE IF EXISTS `gaussferry_proof_shop`",
                        "CREATE DATABASE `gaussferry_proof_shop` COLLATE utf8mb4_bin");
    }
}
