package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentSamplesTest {

    @ParameterizedTest
    @CsvSource({
        "customer_id,   customer_id, payment,  true",
        "p_customer_id, customer_id, payment,  true",
        "IN_Customer_Id, customer_id, payment, true",
        "p_payment_id,  id,          payment,  true",
        "pid,           id,          payment,  true",
        "amount,        customer_id, payment,  false",
        "x_id,          id,          payment,  false"
    })
    void findsColumnsByTheNamesOfParameters(String parameter, String column, String table, boolean expected) {
        assertThat(ArgumentSamples.isNamedLike(parameter, column, table)).isEqualTo(expected);
    }

    private static ColumnDefinition column(MySqlType type, long length, int precision, int scale) {
        return new ColumnDefinition("p", type, false, "", length, precision, scale, null, List.of(), true);
    }

    @Test
    void triesValuesThatDoNotFit() {
        assertThat(ArgumentSamples.unfit(column(MySqlType.TINYINT, 0, 0, 0))).contains("128");
        assertThat(ArgumentSamples.unfit(column(MySqlType.VARCHAR, 3, 0, 0))).contains("xxxx");
        assertThat(ArgumentSamples.unfit(column(MySqlType.DECIMAL, 0, 5, 2))).contains("1000");
        assertThat(ArgumentSamples.unfit(column(MySqlType.DATE, 0, 0, 0))).isEmpty();
    }

    @Test
    void triesComparedLiteralsInOtherCaseAndWithBlanks() {
        assertThat(ArgumentSamples.variants("admin", column(MySqlType.VARCHAR, 10, 0, 0)))
                .containsExactly("admin", "ADMIN", "admin ");
        assertThat(ArgumentSamples.variants("admin", column(MySqlType.VARCHAR, 5, 0, 0)))
                .containsExactly("admin", "ADMIN");
    }

    @Test
    void findsTheColumnsThatABodyComparesWithAParameter() {
        String body = "SELECT * FROM loan l WHERE l.`Member_Id` = who AND who <> state AND note LIKE who";
        assertThat(ArgumentSamples.comparedColumns(body, "WHO"))
                .containsExactlyInAnyOrder("member_id", "state", "note");
        assertThat(ArgumentSamples.comparedColumns("INSERT INTO loan (`id`, member) VALUES (NULL, who, NOW())", "who"))
                .containsExactly("member");
        assertThat(ArgumentSamples.comparedColumns("WHERE whose = 1", "who")).isEmpty();
    }

    @Test
    void findsTheColumnsThatFunctionsOfAParameterAreComparedWith() {
        assertThat(ArgumentSamples.comparedColumns("WHERE b.name LIKE CONCAT('%', who, '%')", "who"))
                .containsExactly("name");
        assertThat(ArgumentSamples.comparedColumns("WHERE state = COALESCE(who, state)", "who"))
                .containsExactly("state");
        assertThat(ArgumentSamples.comparedColumns("WHERE FIND_IN_SET(users.account, who)", "who"))
                .containsExactly("account");
        assertThat(ArgumentSamples.comparedColumns("WHERE LOCATE(who, title) > 0 AND kind IN ('a', who)", "who"))
                .containsExactlyInAnyOrder("title", "kind");
        assertThat(ArgumentSamples.comparedColumns("WHERE name LIKE CONCAT('%', other, '%')", "who"))
                .isEmpty();
    }

    @Test
    void findsTheColumnsThatAVariableIsInsertedInto() {
        String body =
                "INSERT INTO audit (kind, revision, made) VALUES (k, (SELECT id FROM r WHERE n = 'a,b'), @Revision)";
        assertThat(ArgumentSamples.insertedColumns(body, "@Revision")).containsExactly("made");
        assertThat(ArgumentSamples.insertedColumns(body, "k")).containsExactly("kind");
        assertThat(ArgumentSamples.comparedColumns("WHERE id = @r", "@r")).containsExactly("id");
    }
}
