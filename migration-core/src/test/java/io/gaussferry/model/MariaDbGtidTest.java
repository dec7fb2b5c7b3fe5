package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the positions of MariaDB as sets of GTIDs. */
class MariaDbGtidTest {

    @Test
    void namesDomainServerAndNumber() {
        Gtid gtid = Gtid.ofMariaDb(4_294_967_295L, 7, 12);
        assertThat(gtid).hasToString("4294967295-7-12");
        assertThat(Gtid.parse("4294967295-7-12")).isEqualTo(gtid);
        assertThat(gtid.domain()).isEqualTo(4_294_967_295L);
        assertThat(gtid.isMariaDb()).isTrue();
        assertThat(Gtid.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:23").isMariaDb())
                .isFalse();
    }

    @Test
    void addsEarlierTransactionsOfTheSameServer() {
        GtidSet set = GtidSet.parse("0-1-100");
        assertThat(set.contains(Gtid.ofMariaDb(0, 1, 1))).isTrue();
        set.add(Gtid.ofMariaDb(0, 1, 105));
        set.add(Gtid.ofMariaDb(0, 2, 106));
        assertThat(set).hasToString("0-1-105,0-2-106");
        assertThat(set.mariaDbPosition()).isEqualTo("0-2-106");
        assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
    }

    @Test
    void countsTransactionsAfterAFailoverOnce() {
        GtidSet before = GtidSet.parse("0-1-100,5-1-7");
        GtidSet after = GtidSet.parse("0-1-100,0-2-110,5-1-7");
        assertThat(after.containsAll(before)).isTrue();
        assertThat(after.minus(before)).hasToString("0-2-101..110");
        assertThat(after.minus(before).count()).isEqualTo(10);
        assertThat(before.minus(after).isEmpty()).isTrue();
    }

    @Test
    void findsTransactionsOfAnotherHistory() {
        assertThat(GtidSet.parse("0-1-100").minus(GtidSet.parse("0-1-90,0-2-200")))
                .hasToString("0-1-91..100");
    }

    @Test
    void keepsSingleTransactionsApart() {
        GtidSet single = new GtidSet();
        single.addOnly(Gtid.ofMariaDb(0, 1, 150));
        assertThat(single).hasToString("0-1-150..150");
        assertThat(GtidSet.parse("0-1-150..150")).isEqualTo(single);
        assertThat(GtidSet.parse("0-1-200").minus(single)).hasToString("0-1-149,0-1-151..200");
    }
}
