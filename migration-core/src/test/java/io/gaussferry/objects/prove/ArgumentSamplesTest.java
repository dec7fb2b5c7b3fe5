package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

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
}
