package io.gaussferry.target.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hosts of a URL, and the URL of one of them. */
class TargetUrlTest {

    @Test
    void namesHostsInTheirOrder() {
        TargetUrl url = TargetUrl.parse("jdbc:opengauss://db2:6800,db1,[::1]:5433,db2:6800/shop?ssl=true");
        assertThat(url.hosts())
                .isEqualTo(List.of(
                        new TargetHost("db2", 6800), new TargetHost("db1", 5432), new TargetHost("[::1]", 5433)));
        assertThat(url.of(url.hosts().get(2))).isEqualTo("jdbc:opengauss://[::1]:5433/shop?ssl=true");
    }

    /** With one host these can only refuse it. */
    @ParameterizedTest
    @CsvSource({
        "?targetServerType=master, ''",
        "?targetServerType=master&ssl=true, ?ssl=true",
        "?ssl=true&targetservertype=any&loggerLevel=OFF, ?ssl=true&loggerLevel=OFF",
        "'', ''"
    })
    void omitsChoiceAmongHosts(String parameters, String remaining) {
        TargetUrl url = TargetUrl.parse("jdbc:opengauss://a:1,b:2/shop" + parameters);
        assertThat(url.of(url.hosts().get(0))).isEqualTo("jdbc:opengauss://a:1/shop" + remaining);
    }

    /** The driver reports what is wrong with them. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:opengauss:shop", "jdbc:mysql://a/shop", "jdbc:opengauss://a", ""})
    void namesNoHostOfOtherUrls(String url) {
        assertThat(TargetUrl.parse(url).hosts()).isEmpty();
    }
}
