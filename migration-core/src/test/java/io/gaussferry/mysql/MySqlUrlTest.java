package io.gaussferry.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import io.gaussferry.error.GaussferryException;
import org.junit.jupiter.api.Test;

class MySqlUrlTest {

    @Test
    void splitsUrlIntoOnePerServer() {
        assertThat(MySqlUrl.split("jdbc:mysql://one:3307,[::1]:3308,two/shop?sslMode=REQUIRED&a=b,c"))
                .containsExactly(
                        "jdbc:mysql://one:3307/shop?sslMode=REQUIRED&a=b,c",
                        "jdbc:mysql://[::1]:3308/shop?sslMode=REQUIRED&a=b,c",
                        "jdbc:mysql://two/shop?sslMode=REQUIRED&a=b,c");
        assertThat(MySqlUrl.split("jdbc:mysql://one")).containsExactly("jdbc:mysql://one");
        assertThat(MySqlUrl.parse("jdbc:mysql://two/?x=1").port()).isEqualTo(3306);
    }

    @Test
    void rejectsOtherFormsWithoutShowingPasswords() {
        assertThatThrownBy(() -> MySqlUrl.split("jdbc:mysql://user:secret@one,two/"))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("host:port,host:port")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> MySqlUrl.split("jdbc:mysql://(host=one),two/"))
                .hasMessageContaining("gaussferry.source.url");
        assertThatThrownBy(() ->
                        MySqlUrl.parse(MySqlUrl.split("jdbc:mysql://one,,two/").get(1)))
                .hasMessageContaining("names no host");
    }

    /**
     * The driver interprets them in the same way; otherwise only the other connections would be encrypted and verify the server.
     */
    @Test
    void interpretsOlderSslParametersLikeTheDriver() {
        assertThat(MySqlUrl.parse("jdbc:mysql://h/?requireSSL=true").sslMode()).isEqualTo(SslMode.REQUIRED);
        assertThat(MySqlUrl.parse("jdbc:mysql://h/?useSSL=true&requireSSL=true&verifyServerCertificate=true")
                        .sslMode())
                .isEqualTo(SslMode.VERIFY_CA);
        assertThat(MySqlUrl.parse("jdbc:mysql://h/?useSSL=false").sslMode()).isEqualTo(SslMode.DISABLED);
        assertThat(MySqlUrl.parse("jdbc:mysql://h/?requireSSL=true&sslMode=verify_identity")
                        .verifiesIdentity())
                .isTrue();
        assertThat(MySqlUrl.parse("jdbc:mysql://h/").sslMode()).isEqualTo(SslMode.PREFERRED);
        assertThatThrownBy(() -> MySqlUrl.parse("jdbc:mysql://h/?sslMode=MAYBE"))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("gaussferry.source.url");
    }

    @Test
    void acceptsHostNamesOfContainers() {
        MySqlUrl url = MySqlUrl.parse(
                "jdbc:mysql://shop_db_1:3307/?trustCertificateKeyStoreUrl=file:/x%20y&trustCertificateKeyStorePassword=p%26q");
        assertThat(url.host()).isEqualTo("shop_db_1");
        assertThat(url.port()).isEqualTo(3307);
        assertThat(url.trust()).isEqualTo(new MySqlUrl.KeyStoreFile("file:/x y", "JKS", "p&q"));
        assertThat(url.toString()).doesNotContain("p&q");
        assertThat(MySqlUrl.parse("jdbc:mysql://[::1]:3307/").host()).isEqualTo("::1");
    }

    @Test
    void rejectsInvalidUrlsWithoutShowingPasswords() {
        for (String url : new String[] {"jdbc:mysql://h:port/", "jdbc:mysql://h/?password=secret%zz"}) {
            assertThatThrownBy(() -> MySqlUrl.parse(url))
                    .isInstanceOf(GaussferryException.class)
                    .hasMessageContaining("gaussferry.source.url")
                    .hasMessageNotContaining("secret");
        }
    }
}
