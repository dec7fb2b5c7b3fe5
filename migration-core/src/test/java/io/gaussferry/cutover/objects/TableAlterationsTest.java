package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableAlterationsTest {

    private static final ObjectAction COUNTER =
            action(Kind.AUTO_INCREMENT, "ALTER TABLE \"s\".\"t\" AUTO_INCREMENT = 4");
    private static final ObjectAction ON_UPDATE =
            action(Kind.ON_UPDATE, "ALTER TABLE \"s\".\"t\" MODIFY COLUMN \"c\" timestamp ON UPDATE CURRENT_TIMESTAMP");
    private static final ObjectAction GUARD =
            action(Kind.GUARD, "ALTER TABLE \"s\".\"t\" ADD CONSTRAINT \"g\" CHECK (\"c\" < 'a\nb') NOT VALID");
    private static final ObjectAction OF_ANOTHER =
            action(Kind.GUARD, "ALTER TABLE \"s\".\"t\"\" x\" ADD CONSTRAINT \"g\"");
    private static final ObjectAction KEY =
            action(Kind.FOREIGN_KEY, "ALTER TABLE \"s\".\"t\" ADD CONSTRAINT \"k\" FOREIGN KEY (\"a\")");
    private static final ObjectAction SEQUENCE = action(
            Kind.AUTO_INCREMENT,
            "CREATE SEQUENCE \"s\".\"q\"",
            "ALTER TABLE \"s\".\"t\" ALTER COLUMN \"id\" SET DEFAULT nextval('q')");

    private static ObjectAction action(Kind kind, String... statements) {
        return new ObjectAction(kind, "s.t", "an object", List.of(statements), List.of());
    }

    @Test
    void mergesCommandsOfATable() {
        assertThat(TableAlterations.statements(List.of(COUNTER, ON_UPDATE, GUARD)))
                .containsExactly("ALTER TABLE \"s\".\"t\" AUTO_INCREMENT = 4,"
                        + " MODIFY COLUMN \"c\" timestamp ON UPDATE CURRENT_TIMESTAMP,"
                        + " ADD CONSTRAINT \"g\" CHECK (\"c\" < 'a\nb') NOT VALID");
    }

    @Test
    void keepsTablesApart() {
        assertThat(TableAlterations.statements(List.of(COUNTER, OF_ANOTHER, GUARD)))
                .hasSize(3);
    }

    /** The column needs the sequence, and a foreign key may need an index. */
    @Test
    void keepsStatementsThatDependOnOthers() {
        assertThat(TableAlterations.statements(List.of(SEQUENCE, KEY, GUARD))).hasSize(4);
    }

    @Test
    void putsCommandsOfATableTogether() {
        TableAlterations.Divided divided =
                TableAlterations.divide(List.of(COUNTER, OF_ANOTHER, KEY, SEQUENCE, ON_UPDATE, GUARD));
        assertThat(divided.byTable()).containsExactly(List.of(COUNTER, ON_UPDATE, GUARD), List.of(OF_ANOTHER));
        assertThat(divided.others()).containsExactly(KEY, SEQUENCE);
    }
}
