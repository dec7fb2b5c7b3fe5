package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The addresses at which a target accepts replication connections. */
class ReplicationUrlTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:opengauss://h:5432/d                  | jdbc:opengauss://h:5433/d
            jdbc:opengauss://h/d                       | jdbc:opengauss://h:5433/d
            jdbc:opengauss://h:1/d?ssl=true&a=b:2      | jdbc:opengauss://h:2/d?ssl=true&a=b:2
            jdbc:opengauss://a:1,b:7,c/d               | jdbc:opengauss://a:2,b:8,c:5433/d
            jdbc:opengauss://[::1]:15400/d             | jdbc:opengauss://[::1]:15401/d
            jdbc:opengauss://[fe80::1]/d               | jdbc:opengauss://[fe80::1]:5433/d
            """)
    void openGaussUsesThePortAfterTheOrdinaryOne(String url, String next) {
        assertThat(ReplicationUrl.candidates(url, 0, true)).containsExactly(next, url);
        assertThat(ReplicationUrl.candidates(url, 0, false)).containsExactly(url);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:opengauss://h:5432/d   | jdbc:opengauss://h:9000/d
            jdbc:opengauss://h/d        | jdbc:opengauss://h:9000/d
            jdbc:opengauss://a:1,b/d    | jdbc:opengauss://a:9000,b:9000/d
            """)
    void configuredPortIsTheOnlyOne(String url, String expected) {
        assertThat(ReplicationUrl.candidates(url, 9000, true)).containsExactly(expected);
    }

    @Test
    void unknownFormIsUsedAsItIs() {
        assertThat(ReplicationUrl.candidates("jdbc:postgresql://h:5432/d", 9000, true))
                .containsExactly("jdbc:postgresql://h:5432/d");
        assertThat(ReplicationUrl.candidates("jdbc:opengauss:d", 9000, true)).containsExactly("jdbc:opengauss:d");
    }
}
