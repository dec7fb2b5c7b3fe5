package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A foreign key that stays only at the target rejects rows or deletes them. */
class ForeignKeyDifferenceTest {

    private static final String OWNER = "CREATE TABLE owner (id INT PRIMARY KEY, code VARCHAR(9) UNIQUE)";
    private static final String ITEM = "CREATE TABLE item (id INT PRIMARY KEY, o INT, code VARCHAR(9), CONSTRAINT k"
            + " FOREIGN KEY (o) REFERENCES owner (id) ON DELETE CASCADE)";
    private static final String ALTER_ITEM = "ALTER TABLE \"shop\".\"item\" ";
    private static final ShopTables SHOP = new ShopTables(OWNER, ITEM);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE item ADD late INT",
                "ALTER TABLE item RENAME COLUMN o TO owner_id",
                "ALTER TABLE owner RENAME COLUMN id TO number",
                "ALTER TABLE owner RENAME TO person",
                "ALTER TABLE item RENAME TO thing",
                "CREATE TABLE other (id INT PRIMARY KEY)",
            })
    void keepsKeyOfRenamedTablesAndColumns(String statement) {
        assertThat(dropped(SHOP, statement)).isEmpty();
        assertThat(added(SHOP, statement)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE item DROP FOREIGN KEY k",
                "DROP TABLE item",
            })
    void dropsKey(String statement) {
        assertThat(dropped(SHOP, statement)).containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"k\"");
        assertThat(added(SHOP, statement)).isEmpty();
    }

    @Test
    void renamesKeyThatOnlyGetsNewName() {
        String statement = "ALTER TABLE item DROP FOREIGN KEY k, ADD CONSTRAINT n FOREIGN KEY (o) REFERENCES owner (id)"
                + " ON DELETE CASCADE";
        assertThat(dropped(SHOP, statement)).containsExactly(ALTER_ITEM + "RENAME CONSTRAINT \"k\" TO \"n\"");
        assertThat(added(SHOP, statement)).isEmpty();
    }

    @Test
    void replacesKeyWithOtherAction() {
        String statement = "ALTER TABLE item DROP FOREIGN KEY k, ADD CONSTRAINT n FOREIGN KEY (o) REFERENCES owner (id)"
                + " ON DELETE SET NULL";
        assertThat(dropped(SHOP, statement)).containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"k\"");
        assertThat(added(SHOP, statement))
                .containsExactly(ALTER_ITEM + "ADD CONSTRAINT \"n\" FOREIGN KEY (\"o\") REFERENCES \"shop\".\"owner\""
                        + " (\"id\") ON UPDATE NO ACTION ON DELETE SET NULL");
    }

    /** MySQL allows keys that differ only in their names. The target has one of them, under the first name, as after the copy. */
    @Test
    void keepsOneKeyAsLongAsSourceHasOneOfSameEffect() {
        String second = "CONSTRAINT j FOREIGN KEY (o) REFERENCES owner (id) ON DELETE CASCADE";
        assertThat(added(SHOP, "ALTER TABLE item ADD " + second)).isEmpty();
        assertThat(dropped(SHOP, "ALTER TABLE item ADD " + second))
                .containsExactly(ALTER_ITEM + "RENAME CONSTRAINT \"k\" TO \"j\"");

        ShopTables shop = new ShopTables(OWNER, ITEM, "ALTER TABLE item ADD " + second);
        assertThat(dropped(shop, "ALTER TABLE item DROP FOREIGN KEY j"))
                .containsExactly(ALTER_ITEM + "RENAME CONSTRAINT \"j\" TO \"k\"");
        assertThat(dropped(shop, "ALTER TABLE item DROP FOREIGN KEY k")).isEmpty();
        assertThat(dropped(shop, "ALTER TABLE item DROP FOREIGN KEY j, DROP FOREIGN KEY k"))
                .containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"j\"");
        assertThat(dropped(
                        shop,
                        "ALTER TABLE item DROP FOREIGN KEY j, DROP FOREIGN KEY k, ADD CONSTRAINT n FOREIGN KEY (o)"
                                + " REFERENCES owner (id) ON DELETE CASCADE"))
                .containsExactly(ALTER_ITEM + "RENAME CONSTRAINT \"j\" TO \"n\"");
    }

    /** The source has compared the rows with a key only in a session with {@code foreign_key_checks = 1}. */
    @Test
    void addsKeyAsNotValidUnlessSourceHasCheckedRows() {
        ShopTables shop = new ShopTables(OWNER, "CREATE TABLE item (id INT PRIMARY KEY, o INT)");
        String statement = "ALTER TABLE item ADD CONSTRAINT k FOREIGN KEY (o) REFERENCES owner (id)";

        assertThat(added(shop, statement)).singleElement().asString().doesNotContain("NOT VALID");
        assertThat(shop.foreignKeys(ShopTables.context(statement)).unchecked()).isEmpty();

        ForeignKeyDifference unchecked =
                shop.foreignKeys(ShopTables.context(statement).withoutForeignKeyChecks());
        List<TargetStep> steps = unchecked.added();
        assertThat(steps).hasSize(2);
        assertThat(steps.get(0).sql()).endsWith(" NOT VALID");
        assertThat(steps.get(1).sql()).isEqualTo(ALTER_ITEM + "VALIDATE CONSTRAINT \"k\"");
        assertThat(steps.get(1).unless())
                .as("skips the validation if a row has no parent")
                .isEqualTo(
                        "SELECT 1 FROM \"shop\".\"item\" AS c WHERE c.\"o\" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
                                + " \"shop\".\"owner\" AS p WHERE p.\"id\" = c.\"o\") LIMIT 1");
        assertThat(unchecked.unchecked()).singleElement().asString().contains("foreign key k of table shop.item");
    }

    /** Which rows an action changes depends on a collation that the target lacks. */
    @Test
    void holdsUncheckedActionOverStrings() {
        StatementContext context = ShopTables.context("ALTER TABLE item ADD CONSTRAINT s FOREIGN KEY (code) REFERENCES"
                        + " owner (code) ON UPDATE CASCADE")
                .withoutForeignKeyChecks();
        assertThat(SHOP.foreignKeys(context).added())
                .singleElement()
                .satisfies(step -> assertThat(step.guards()).singleElement().satisfies(guard -> {
                    assertThat(guard.otherwise()).isEqualTo(Otherwise.HOLD);
                    assertThat(guard.reason()).contains("ON UPDATE CASCADE", "shop.item", "shop.owner");
                }));
    }

    /** On the target a key depends on one unique key, which is replaced although its columns stay unique. */
    @Test
    void recreatesKeyWhoseUniqueKeyIsReplaced() {
        ShopTables shop = new ShopTables(
                "CREATE TABLE owner (id INT PRIMARY KEY, code INT, UNIQUE KEY u (code))",
                "CREATE TABLE item (c INT, CONSTRAINT k FOREIGN KEY (c) REFERENCES owner (code))");
        String statement = "ALTER TABLE owner DROP KEY u, ADD UNIQUE KEY w (code)";

        assertThat(dropped(shop, statement)).containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"k\"");
        assertThat(added(shop, statement)).hasSize(2).element(0).asString().endsWith(" NOT VALID");
        assertThat(dropped(shop, "ALTER TABLE owner RENAME INDEX u TO w")).isEmpty();
        assertThat(dropped(
                        new ShopTables(
                                "CREATE TABLE owner (code INT, UNIQUE KEY u (code), UNIQUE KEY v (code))",
                                "CREATE TABLE item (c INT, CONSTRAINT k FOREIGN KEY (c) REFERENCES owner (code))"),
                        "ALTER TABLE owner DROP KEY u"))
                .as("the key may depend on either unique key")
                .hasSize(1);
        assertThat(dropped(shop, "ALTER TABLE owner DROP PRIMARY KEY, ADD PRIMARY KEY (id)"))
                .as("the key refers to another unique key")
                .isEmpty();
    }

    /** MySQL truncates a parent without actions in a session with {@code foreign_key_checks = 0}. */
    @Test
    void emptiesParentWithoutActions() {
        StatementContext context = ShopTables.context("TRUNCATE TABLE owner");
        List<String> sql = ShopTables.sql(SHOP.foreignKeys(context).emptied(SHOP.table("owner")));
        assertThat(sql.subList(0, 2))
                .containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"k\"", "TRUNCATE TABLE \"shop\".\"owner\"");
        assertThat(sql.get(2)).endsWith(" NOT VALID");
        assertThat(ShopTables.sql(SHOP.foreignKeys(context).emptied(SHOP.table("item"))))
                .containsExactly("TRUNCATE TABLE \"shop\".\"item\"");
    }

    @Test
    void createsKeyTogetherWithMissingParent() {
        ShopTables shop = new ShopTables(ITEM);
        assertThat(added(shop, OWNER))
                .as("rows exist, which the source does not compare")
                .hasSize(2)
                .element(0)
                .asString()
                .contains("REFERENCES \"shop\".\"owner\"", "NOT VALID");
        assertThat(dropped(SHOP, "DROP TABLE owner")).containsExactly(ALTER_ITEM + "DROP CONSTRAINT \"k\"");
        assertThat(SHOP.foreignKeys(ShopTables.context("DROP TABLE owner")).limitations())
                .singleElement()
                .asString()
                .contains("shop.owner, which the source does not have");
    }

    private static List<String> dropped(ShopTables shop, String statement) {
        return ShopTables.sql(shop.foreignKeys(ShopTables.context(statement)).dropped());
    }

    private static List<String> added(ShopTables shop, String statement) {
        return ShopTables.sql(shop.foreignKeys(ShopTables.context(statement)).added());
    }
}
