package io.gaussferry.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import org.junit.jupiter.api.Test;

class MySqlUrlTest {

    @Test
    void names_each_server_with_all_parameters() {
        assertThat(MySqlUrl.split("jdbc:mysql://one:3307,[::1]:3308,two/shop?sslMode=REQUIRED&a=b,c"))
                .containsExactly(
                        "jdbc:mysql://one:3307/shop?sslMode=REQUIRED&a=b,c",
                        "jdbc:mysql://[::1]:3308/shop?sslMode=REQUIRED&a=b,c",
                        "jdbc:mysql://two/shop?sslMode=REQUIRED&a=b,c");
        assertThat(MySqlUrl.split("jdbc:mysql://one")).containsExactly("jdbc:mysql://one");
        assertThat(MySqlUrl.parse("jdbc:mysql://two/?x=1").port()).isEqualTo(3306);
    }

    @Test
    void refuses_other_forms_without_showing_what_may_be_a_password() {
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
}
