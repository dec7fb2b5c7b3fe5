package io.gaussferry.verify.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.structure.TargetStructure.Column;
import io.gaussferry.verify.structure.TargetStructure.Index;
import io.gaussferry.verify.structure.TargetStructure.Index.Gap;
import io.gaussferry.verify.structure.TargetStructure.Index.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Keys of tables that Gaussferry has adopted, and keys with actions: a key that acts on one side only lets rows differ. {@link
 * StructureComparisonTest} has the cases of created tables.
 */
class ForeignKeyComparisonTest {

    private final List<String> findings = new ArrayList<>();
    private boolean isCreated = true;
    private String parentType = "integer";

    @Test
    void acceptsKeyWithSameActions() {
        compare("CASCADE", false, key("other_name", "CASCADE", true));
        assertThat(findings).isEmpty();
    }

    /** MySQL does not log the rows that the key changes: without the key they remain on the target. */
    @Test
    void reportsMissingActionOfAdoptedTable() {
        isCreated = false;
        compare("CASCADE", false);
        assertThat(findings).singleElement().asString().startsWith("DIFFERENCE").contains("is missing");
    }

    /** The source has checked the rows already. */
    @Test
    void notesMissingCheckOfAdoptedTable() {
        isCreated = false;
        compare("RESTRICT", false);
        assertThat(findings).singleElement().asString().startsWith("NOTE").contains("is missing");
    }

    @Test
    void notesKeyThatTargetCannotHave() {
        parentType = "bigint";
        compare("RESTRICT", false);
        assertThat(findings).singleElement().asString().startsWith("NOTE");
    }

    @Test
    void reportsDisabledKey() {
        compare("RESTRICT", false, key("on_shelf", "RESTRICT", false));
        assertThat(findings).singleElement().asString().startsWith("DIFFERENCE").contains("is disabled");
    }

    /** The disabled key has no effect, whatever its actions; the other one is the key of the source. */
    @Test
    void ignoresDisabledKeyNextToEnforcedOne() {
        compare("CASCADE", false, key("old", "NO ACTION", false), key("on_shelf", "CASCADE", true));
        assertThat(findings).isEmpty();
    }

    @Test
    void reportsOtherAction() {
        compare("RESTRICT", false, key("on_shelf", "CASCADE", true));
        assertThat(findings)
                .singleElement()
                .asString()
                .startsWith("DIFFERENCE")
                .contains("has no action on the source and ON DELETE CASCADE on the target");
    }

    /** Both keys act, so that the second one changes rows that the source keeps. */
    @Test
    void reportsSecondKeyWithOtherAction() {
        compare("RESTRICT", false, key("on_shelf", "RESTRICT", true), key("twice", "CASCADE", true));
        assertThat(findings).singleElement().asString().contains("twice").contains("does not exist on the source");
    }

    /** MySQL 9.6 logs the rows that its keys change: a key with an action changes them twice. */
    @Test
    void reportsActionOfWhichSourceLogsTheRows() {
        compare("CASCADE", true, key("on_shelf", "CASCADE", true));
        assertThat(findings).singleElement().asString().startsWith("DIFFERENCE");
    }

    private void compare(String onDelete, boolean cascadesLogged, TargetStructures.Key... keys) {
        List<TableDefinition> definitions =
                List.of(Items.item(Items.indexes(), Items.foreignKeys(onDelete)), Items.shelf());
        Map<TableId, ComparedStructure> tables = new HashMap<>();
        for (TableDefinition definition : definitions) {
            boolean isShelf = definition.id().equals(Items.SHELF);
            Index primary = new Index("pk", Kind.PRIMARY, Gap.NONE, List.of(KeyPart.column("id")));
            TargetStructure actual = new TargetStructure(
                    definition.id(),
                    List.of(column("id", isShelf ? parentType : "integer"), column("shelf", "integer")),
                    List.of(primary),
                    List.of(),
                    TargetStructure.Behaviour.ORDINARY);
            tables.put(
                    definition.id(),
                    new ComparedStructure(
                            definition.id(),
                            TargetSchema.of(definition, Items.design().conversion()),
                            actual,
                            isCreated,
                            finding -> findings.add(finding.weight() + " " + finding.description())));
        }
        List<ForeignKey> sourceKeys = definitions.stream()
                .flatMap(table -> table.extras().foreignKeys().stream().map(key -> ForeignKey.of(table.id(), key)))
                .toList();
        new ForeignKeyComparison(
                        ForeignKeyPlan.of(definitions, ForeignKeyPolicy.CREATE, cascadesLogged),
                        sourceKeys,
                        cascadesLogged,
                        List.of(keys),
                        tables)
                .compare();
    }

    private static TargetStructures.Key key(String name, String onDelete, boolean enforced) {
        return new TargetStructures.Key(
                new ForeignKey(name, Items.ITEM, List.of("shelf"), Items.SHELF, List.of("id"), onDelete, "NO ACTION"),
                enforced);
    }

    private static Column column(String name, String type) {
        return new Column(name, type, "", true, false, "", true, List.of());
    }
}
