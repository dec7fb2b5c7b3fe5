package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.BinlogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XaSearchTest {

    private static final String NAME = "X'61',X'',1";

    /** Returns the transaction's number, and {@code ended} if another one of the name ended last; empty for none. */
    private static String find(boolean isOnePhase, String... transactions) {
        XaSearch search = new XaSearch("binlog.7", NAME, isOnePhase);
        int number = 0;
        for (String transaction : transactions) {
            number++;
            search.examine(number, "Gtid", "SET @@SESSION.GTID_NEXT= 'ANONYMOUS'");
            search.examine(1000, transaction.startsWith("XA PREPARE") ? "XA_prepare" : "Query", transaction);
        }
        return search.last()
                .map(place -> {
                    assertThat(place.start().file()).isEqualTo("binlog.7");
                    return place.start().offset() + (place.isWanted() ? "" : " ended");
                })
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "XA PREPARE X'61',X'',1 | BEGIN ; 1",
                "BEGIN | XA PREPARE X'61',X'',1 | XA PREPARE X'62',X'',1 ; 2",
                "XA PREPARE X'61',X'',1 | XA COMMIT X'61',X'',1 ; 2 ended",
                "XA PREPARE X'61',X'',1 | XA ROLLBACK X'61',X'',1 ; 2 ended",
                "XA PREPARE X'61',X'',1 | XA COMMIT X'61',X'',1 | XA PREPARE X'61',X'',1 ; 3",
                "XA PREPARE X'61',X'',1 | XA COMMIT X'62',X'',1 ; 1",
                "XA PREPARE X'6161',X'',1 | XA PREPARE X'61',X'61',1 | XA PREPARE X'61',X'',10 ; \"\"",
                "XA COMMIT X'61',X'',1 ONE PHASE ; 1 ended"
            })
    void findsThePreparedTransactionThatHasNotEnded(String transactions, String expected) {
        assertThat(find(false, transactions.split(" \\| "))).isEqualTo(expected);
    }

    @Test
    void findsOneOfOnePhase() {
        assertThat(find(true, "XA COMMIT X'61',X'',1 ONE PHASE", "XA PREPARE X'61',X'',1"))
                .isEqualTo("1");
    }

    @Test
    void readsStatementsWithTheirDatabase() {
        XaSearch search = new XaSearch("binlog.7", NAME, false);
        search.examine(4, "Gtid", "");
        search.examine(80, "XA_prepare", "XA PREPARE X'61',X'',1");
        search.examine(120, "Anonymous_Gtid", "");
        search.examine(200, "Query", "use `shop`; XA COMMIT X'61',X'',1");
        assertThat(search.last()).contains(new XaSearch.Place(new BinlogPosition("binlog.7", 120), false));
    }
}
