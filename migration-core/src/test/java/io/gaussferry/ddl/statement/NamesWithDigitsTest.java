package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A name may start with digits, also after a point, where the grammar's lexer reads a number. */
class NamesWithDigitsTest {

    @ParameterizedTest
    @CsvSource({
        "ALTER TABLE s.2020_orders ADD c INT, 2020_orders",
        "ALTER TABLE `s`.2020_orders ADD c INT, 2020_orders",
        "ALTER TABLE s.2020 ADD c INT, 2020",
        "ALTER TABLE s.1e5 ADD c INT, 1e5",
        "ALTER TABLE s.1e5x ADD c DOUBLE DEFAULT .5, 1e5x",
        "ALTER TABLE s . 2020_orders ADD c INT, 2020_orders",
        "DROP TABLE 2020_orders, 2020_orders"
    })
    void readsName(String sql, String name) {
        assertThat(StatementParser.parse(StatementContext.ofStored("s", sql, 0, 80033))
                        .tables())
                .containsExactly(new TableId("s", name));
    }

    @ParameterizedTest
    @CsvSource({"CREATE TABLE s.t (d DOUBLE DEFAULT .5)", "ALTER TABLE s.t ADD d DECIMAL(3 , 2) DEFAULT -.5e0"})
    void readsNumberElsewhere(String sql) {
        assertThat(StatementParser.parse(StatementContext.ofStored("s", sql, 0, 80033))
                        .tables())
                .containsExactly(new TableId("s", "t"));
    }
}
