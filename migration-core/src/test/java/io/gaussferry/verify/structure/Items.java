package io.gaussferry.verify.structure;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Map;

/** A source table {@code shop.item} with every kind of element, and {@code shop.shelf}, which it references. */
final class Items {

    static final TableId ITEM = new TableId("shop", "item");
    static final TableId SHELF = new TableId("shop", "shelf");

    private static final TargetProfile POSTGRESQL =
            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL", "PG", false);

    private Items() {}

    static StructureComparison.Design design() {
        return design(ForeignKeyPolicy.CREATE, false);
    }

    static StructureComparison.Design design(ForeignKeyPolicy policy, boolean cascadesLogged) {
        return new StructureComparison.Design(
                new Conversion(POSTGRESQL, RuleBook.of(ConversionRules.defaults()), new RuleUsage()),
                policy,
                TableRenames.NONE,
                cascadesLogged);
    }

    static List<TableDefinition> definitions() {
        return List.of(item(indexes(), foreignKeys("CASCADE")), shelf());
    }

    static TableDefinition item(List<IndexDefinition> indexes, List<ForeignKeyDefinition> keys) {
        return new TableDefinition(
                ITEM,
                List.of(
                        column("id", MySqlType.INT, "int", 0, false),
                        column("c1", MySqlType.INT, "int", 0, true),
                        column("n1", MySqlType.INT, "int", 0, false),
                        text("note", MySqlType.VARCHAR, "varchar(20)", 20, List.of()),
                        text("state", MySqlType.ENUM, "enum('new','it''s')", 0, List.of("new", "it's")),
                        column("shelf", MySqlType.INT, "int", 0, true)),
                indexes,
                new TableExtras(
                        "",
                        null,
                        null,
                        Map.of(),
                        List.of(new CheckDefinition("n1_range", "(`n1` between 1 and 9)", true)),
                        keys,
                        Map.of()));
    }

    static List<IndexDefinition> indexes() {
        return List.of(
                index("PRIMARY", true, part(0)),
                index("u", true, part(1)),
                index("pair", true, part(2), part(5)),
                index("start", true, new IndexDefinition.Part(3, 10, false)),
                index("plain", false, part(3), part(2)));
    }

    static List<ForeignKeyDefinition> foreignKeys(String onDelete) {
        return List.of(
                new ForeignKeyDefinition("on_shelf", List.of("shelf"), SHELF, List.of("id"), "RESTRICT", onDelete));
    }

    static TableDefinition shelf() {
        return new TableDefinition(
                SHELF, List.of(column("id", MySqlType.INT, "int", 0, false)), List.of(index("PRIMARY", true, part(0))));
    }

    static IndexDefinition index(String name, boolean unique, IndexDefinition.Part... parts) {
        return new IndexDefinition(name, unique, List.of(parts));
    }

    static IndexDefinition.Part part(int column) {
        return new IndexDefinition.Part(column, 0, false);
    }

    static ColumnDefinition column(String name, MySqlType type, String declaration, long length, boolean nullable) {
        return new ColumnDefinition(name, type, false, declaration, length, 0, 0, null, List.of(), nullable);
    }

    private static ColumnDefinition text(
            String name, MySqlType type, String declaration, long length, List<String> members) {
        return new ColumnDefinition(name, type, false, declaration, length, 0, 0, "utf8mb4", members, true);
    }
}
