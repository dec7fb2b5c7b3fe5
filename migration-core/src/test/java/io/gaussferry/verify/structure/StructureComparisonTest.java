package io.gaussferry.verify.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.structure.TargetStructure.Behaviour;
import io.gaussferry.verify.structure.TargetStructure.Check;
import io.gaussferry.verify.structure.TargetStructure.Column;
import io.gaussferry.verify.structure.TargetStructure.Index;
import io.gaussferry.verify.structure.TargetStructure.Index.Gap;
import io.gaussferry.verify.structure.TargetStructure.Index.Kind;
import io.gaussferry.verify.structure.TargetStructure.RowSecurity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each kind of difference is found once, and none in tables that Gaussferry creates. */
class StructureComparisonTest {

    /** The target's catalogs, which each case changes. */
    private static final class Target {
        private final List<Column> columns = new ArrayList<>(List.of(
                column("id", "integer", true),
                column("c1", "integer", false),
                column("n1", "integer", true),
                column("note", "character varying(20)", false),
                column("state", "character varying(4)", false),
                column("shelf", "integer", false)));
        private final List<Index> indexes = new ArrayList<>(List.of(
                index("item_pkey", Kind.PRIMARY, "id"),
                index("item_u", Kind.UNIQUE, "c1"),
                index("item_pair", Kind.UNIQUE, "n1", "shelf"),
                new Index(
                        "item_start", Kind.UNIQUE, Gap.NONE, List.of(KeyPart.expression("\"left\"((note)::text, 10)"))),
                index("item_plain", Kind.NOTHING, "note", "n1")));
        private final List<Check> checks = new ArrayList<>(List.of(
                check(
                        "item_state_check",
                        "CHECK (((state)::text = ANY ((ARRAY['new'::character varying, 'it''s'::character varying,"
                                + " ''::character varying])::text[])))"),
                check("n1_range", "CHECK (((n1 >= 1) AND (n1 <= 9)))")));
        private final List<TargetStructures.Key> keys = new ArrayList<>(List.of(key("on_shelf", "CASCADE", true)));

        private Behaviour behaviour = Behaviour.ORDINARY;

        private TargetStructures structures() {
            return new TargetStructures(
                    Map.of(
                            Items.ITEM, new TargetStructure(Items.ITEM, columns, indexes, checks, behaviour),
                            Items.SHELF,
                                    new TargetStructure(
                                            Items.SHELF,
                                            List.of(column("id", "integer", true)),
                                            List.of(index("shelf_pkey", Kind.PRIMARY, "id")),
                                            List.of(),
                                            Behaviour.ORDINARY)),
                    keys);
        }

        private void without(String index) {
            indexes.removeIf(each -> each.name().equals(index));
        }

        private void replace(Column other) {
            columns.replaceAll(each -> each.name().equals(other.name()) ? other : each);
        }
    }

    private static Column column(String name, String type, boolean notNull) {
        return new Column(name, type, "", notNull, false, "", true, List.of());
    }

    private static Column state(String... labels) {
        return new Column("state", "item_state", "", false, false, "", true, List.of(labels));
    }

    private static Index index(String name, Kind kind, String... columns) {
        return new Index(
                name,
                kind,
                Gap.NONE,
                Arrays.stream(columns).map(KeyPart::column).toList());
    }

    private static Index gap(Gap gap) {
        return new Index("item_u", Kind.UNIQUE, gap, List.of(KeyPart.column("c1")));
    }

    private static Check check(String name, String condition) {
        return new Check(name, ExpressionForm.of(condition));
    }

    private static TargetStructures.Key key(String name, String onDelete, boolean enforced) {
        return new TargetStructures.Key(
                new ForeignKey(name, Items.ITEM, List.of("shelf"), Items.SHELF, List.of("id"), onDelete, "NO ACTION"),
                enforced);
    }

    private static List<String> compare(Target target, List<TableDefinition> definitions, Set<TableId> taken) {
        return StructureComparison.compare(Items.design(), definitions, target.structures(), taken).stream()
                .map(finding -> finding.weight() + " " + finding.aspect() + " " + finding.description())
                .toList();
    }

    @Test
    void findsNoDifferenceInCreatedTables() {
        assertThat(compare(new Target(), Items.definitions(), Set.of())).isEmpty();
    }

    @Test
    void moreMembersAtTheEndAreNoDifference() {
        Target target = new Target();
        target.replace(state("new", "it's", "old"));
        assertThat(compare(target, Items.definitions(), Set.of())).isEmpty();
    }

    @Test
    void guardsAreNoDifferences() {
        Target target = new Target();
        target.checks.add(check("gaussferry_guard_n1_range", "CHECK (n1 < 100) NOT VALID"));
        assertThat(compare(target, Items.definitions(), Set.of())).isEmpty();
    }

    static Stream<Arguments> differences() {
        return Stream.of(
                one(
                        target -> target.without("item_u"),
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) is missing on the target"),
                one(
                        target -> target.replace(new Column(
                                "note", "character varying(20)", "und_ci", false, false, "", true, List.of())),
                        "NOTE COLLATION column note has collation und_ci on the target, and would be created with default"),
                one(
                        target -> target.without("item_pkey"),
                        "DIFFERENCE PRIMARY_KEY primary key (id) is missing on the target"),
                one(
                        target -> target.without("item_start"),
                        "DIFFERENCE UNIQUE_KEY unique key start (left note , 10) is missing on the target"),
                one(
                        target -> target.indexes.add(index("more", Kind.UNIQUE, "n1")),
                        "DIFFERENCE UNIQUE_KEY unique index more (n1) does not exist on the source"),
                one(
                        target -> target.indexes.add(
                                new Index("some", Kind.UNIQUE, Gap.PARTIAL, List.of(KeyPart.column("note")))),
                        "DIFFERENCE UNIQUE_KEY unique index some (note) on some rows does not exist on the source"),
                one(
                        target -> target.indexes.set(1, gap(Gap.PARTIAL)),
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) covers only some rows on the target"),
                one(
                        target -> target.indexes.set(1, gap(Gap.DEFERRABLE)),
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) is deferrable on the target"),
                one(
                        target -> target.indexes.set(1, gap(Gap.COLLATION)),
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) has another collation than its columns on the target"),
                one(
                        target -> target.indexes.set(1, gap(Gap.UNUSABLE)),
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) is unusable in a partition on the target"),
                one(
                        target -> target.indexes.add(gap(Gap.COLLATION)),
                        "DIFFERENCE UNIQUE_KEY unique index item_u (c1) in another collation does not exist on the source"),
                one(
                        target -> target.indexes.add(index("apart", Kind.EXCLUSION, "c1")),
                        "DIFFERENCE UNIQUE_KEY exclusion constraint apart (c1) does not exist on the source"),
                one(
                        target -> target.indexes.add(index("implied", Kind.UNIQUE, "c1", "n1")),
                        "NOTE INDEX unique index implied (c1, n1) exists on the target only; a unique key of the source already"
                                + " forbids the same rows"),
                one(
                        target -> target.without("item_plain"),
                        "NOTE INDEX index plain (note, n1) is missing on the target"),
                one(
                        target -> target.replace(column("n1", "integer", false)),
                        "DIFFERENCE NULLABILITY column n1 is NOT NULL on the source but not on the target"),
                one(
                        target -> target.replace(column("c1", "integer", true)),
                        "DIFFERENCE NULLABILITY column c1 is NOT NULL on the target but not on the source"),
                one(
                        target -> target.replace(column("c1", "smallint", false)),
                        "DIFFERENCE TYPE column c1 is int on the source and smallint on the target, which ends at 32767, the"
                                + " source's at 2147483647"),
                one(
                        target -> target.replace(column("c1", "mood", false)),
                        "NOTE TYPE column c1 is int on the source and mood on the target, which is of the type mood, of which"
                                + " Gaussferry knows nothing"),
                one(
                        target -> target.replace(new Column("c1", "integer", "", false, true, "", false, List.of())),
                        "DIFFERENCE COLUMN column c1 is generated by the target and does not accept the source's values"),
                one(
                        target -> target.columns.removeIf(each -> each.name().equals("c1")),
                        "DIFFERENCE COLUMN column c1 is missing on the target"),
                one(
                        target -> target.columns.add(column("extra", "text", true)),
                        "DIFFERENCE COLUMN column extra exists on the target only, is NOT NULL and has no default"),
                one(
                        target -> target.columns.add(column("extra", "text", false)),
                        "NOTE COLUMN column extra exists on the target only"),
                one(
                        target -> target.checks.remove(0),
                        "DIFFERENCE MEMBERS the target has no check that restricts column state to the ENUM's members"),
                one(
                        target -> target.replace(state("it's", "new")),
                        "DIFFERENCE MEMBERS column state has its members in another order on the target: 'it''s', 'new'"),
                one(
                        target -> target.replace(state("new", "old", "it's")),
                        "DIFFERENCE MEMBERS column state has its members in another order on the target: 'new', 'old',"
                                + " 'it''s'"),
                one(
                        target -> target.behaviour =
                                new Behaviour(List.of("audit"), List.of("also"), RowSecurity.FORCED, false),
                        "DIFFERENCE TRIGGER trigger audit on the target fires for replicated rows",
                        "DIFFERENCE RULE rule also on the target changes statements of replication",
                        "DIFFERENCE ROW_SECURITY row-level security is forced on the target: it can hide and refuse rows",
                        "DIFFERENCE PERSISTENCE the target does not log its rows: a crash of the target removes them"),
                one(
                        target -> target.behaviour = new Behaviour(List.of(), List.of(), RowSecurity.OTHERS, true),
                        "NOTE ROW_SECURITY row-level security is enabled on the target: it can hide rows from other accounts"
                                + " than the owner"),
                one(target -> target.checks.remove(1), "NOTE CHECK check n1_range is missing on the target"),
                one(
                        target -> target.checks.add(check("small", "CHECK (n1 < 100)")),
                        "NOTE CHECK check small exists on the target only"),
                one(
                        target -> target.keys.clear(),
                        "DIFFERENCE FOREIGN_KEY foreign key on_shelf (shelf) to shop.shelf (id) is missing on the target"),
                one(
                        target -> target.keys.set(0, key("on_shelf", "CASCADE", false)),
                        "DIFFERENCE FOREIGN_KEY foreign key on_shelf (shelf) to shop.shelf (id) is disabled on the target"),
                one(
                        target -> target.keys.set(0, key("on_shelf", "SET NULL", true)),
                        "DIFFERENCE FOREIGN_KEY foreign key on_shelf (shelf) to shop.shelf (id) has ON DELETE CASCADE on the"
                                + " source and ON DELETE SET NULL on the target"),
                one(
                        target -> target.keys.add(key("twice", "SET NULL", true)),
                        "DIFFERENCE FOREIGN_KEY foreign key twice (shelf) to shop.shelf (id) does not exist on the source"),
                one(
                        target -> target.keys.add(new TargetStructures.Key(
                                new ForeignKey(
                                        "other",
                                        new TableId("shop", "report"),
                                        List.of("item"),
                                        Items.ITEM,
                                        List.of("id"),
                                        "NO ACTION",
                                        "NO ACTION"),
                                true)),
                        "NOTE FOREIGN_KEY foreign key other (item) to shop.item (id) of table shop.report does not exist on"
                                + " the source"));
    }

    private static Arguments one(Consumer<Target> change, String... findings) {
        return Arguments.of(findings[0], change, List.of(findings));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("differences")
    void findsEachKindOnce(String name, Consumer<Target> change, List<String> expected) {
        Target target = new Target();
        change.accept(target);
        assertThat(compare(target, Items.definitions(), Set.of())).isEqualTo(expected);
    }

    static Stream<Arguments> nothing() {
        return Stream.of(
                Arguments.of(
                        "a wider type", (Consumer<Target>) target -> target.replace(column("c1", "bigint", false))),
                Arguments.of("text", (Consumer<Target>) target -> target.replace(column("note", "text", false))),
                Arguments.of("one more index", (Consumer<Target>)
                        target -> target.indexes.add(index("more", Kind.NOTHING, "c1", "n1"))),
                Arguments.of("a longer index", (Consumer<Target>) target -> {
                    target.without("item_plain");
                    target.indexes.add(index("more", Kind.NOTHING, "note", "n1", "id"));
                }),
                Arguments.of("a key that is switched off", (Consumer<Target>)
                        target -> target.keys.add(key("twice", "SET NULL", false))),
                Arguments.of("a second index of the same columns", (Consumer<Target>)
                        target -> target.indexes.add(index("again", Kind.UNIQUE, "shelf", "n1"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nothing")
    void ignoresDeviationsThatAffectNoRow(String name, Consumer<Target> change) {
        Target target = new Target();
        change.accept(target);
        assertThat(compare(target, Items.definitions(), Set.of())).isEmpty();
    }

    @Test
    void allowsAdoptedTableToBeMorePermissive() {
        Target target = new Target();
        target.without("item_u");
        target.replace(column("n1", "bigint", false));
        target.checks.clear();
        assertThat(compare(target, Items.definitions(), Set.of(Items.ITEM)))
                .hasSize(4)
                .allMatch(found -> found.startsWith("NOTE "));
        target.replace(column("c1", "integer", true));
        assertThat(compare(target, Items.definitions(), Set.of(Items.ITEM)))
                .filteredOn(found -> found.startsWith("DIFFERENCE "))
                .containsExactly("DIFFERENCE NULLABILITY column c1 is NOT NULL on the target but not on the source");
    }

    /** Guards: {@code compareExtra} checks whether a key belongs to the source. */
    @Test
    void allowsForeignKeysThatAreCreatedAtCutover() {
        Target target = new Target();
        List<StructureFinding> there = StructureComparison.compare(
                Items.design(ForeignKeyPolicy.DEFER, false), Items.definitions(), target.structures(), Set.of());
        target.keys.clear();
        List<StructureFinding> missing = StructureComparison.compare(
                Items.design(ForeignKeyPolicy.DEFER, false), Items.definitions(), target.structures(), Set.of());
        assertThat(there).isEmpty();
        assertThat(missing).isEmpty();
    }

    @Test
    void reportsActionWhoseRowsAreLogged() {
        assertThat(StructureComparison.compare(
                        Items.design(ForeignKeyPolicy.DEFER, true),
                        Items.definitions(),
                        new Target().structures(),
                        Set.of()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.description()).contains("changed twice"));
    }

    @Test
    void reportsKeyOfRenamedColumnOnBothSides() {
        Target target = new Target();
        target.without("item_u");
        target.indexes.add(index("item_u", Kind.UNIQUE, "note"));
        assertThat(compare(target, Items.definitions(), Set.of()))
                .containsExactly(
                        "DIFFERENCE UNIQUE_KEY unique key u (c1) is missing on the target",
                        "DIFFERENCE UNIQUE_KEY unique index item_u (note) does not exist on the source");
    }
}
