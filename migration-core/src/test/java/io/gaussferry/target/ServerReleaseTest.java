package io.gaussferry.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Most strings of derivatives are from the tests of opengauss_exporter (enmotech), and from published sessions of gsql and
 * JDBC; those of PanWeiDB, and those without the word build, are assumed; those of openGauss from its documentation and from a server (6.0.2).
 */
class ServerReleaseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(openGauss-lite 6.0.2 build 6285c0ef) compiled at 2026-11-28 02:27:14 commit 0 last mr 0 release | openGauss-lite 6.0.2 | 6.0",
                "(openGauss 5.0.0 build a07d57c3) compiled at 2023-03-29 03:09:38 commit 0 last mr | openGauss 5.0.0 | 5.0",
                "(openGauss 7.0.0-RC2 build 3adb1fec) compiled at 2025-04-27 15:23:26 commit 0 last mr | openGauss 7.0.0-RC2 | 7.0",
                "PostgreSQL 9.2.4 (openGauss 1.1.0 build 392c0438) compiled at 2020-12-31 20:07:42 | openGauss 1.1.0 | 1.1",
                "openGauss 5.0.0 | openGauss 5.0.0 | 5.0",
            })
    void recognizesOpenGauss(String version, String name, String numbers) {
        ServerRelease release = ServerRelease.parse(version);
        assertThat(release.name()).isEqualTo(name);
        assertThat(release.openGaussVersion()).contains(numbers);
        assertThat(release.isOpenGauss()).isTrue();
        assertThat(release.isPostgreSql()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(MogDB 5.0.0 build 503a9ef7) compiled at 2023-06-26 16:30:46 commit 0 last mr 1804  on aarch64 | MogDB 5.0.0",
                "PostgreSQL 9.2.4 (MogDB 1.1.0 build fffb972f) compiled at 2021-03-08 15:01:26 commit 0 last mr | MogDB 1.1.0",
                "PostgreSQL 9.2.4 (MogDB   Kernel V500R001C20 build 9eff8f60) compiled at 2021-09-24 | MogDB Kernel V500R001C20",
                "PostgreSQL 9.2.4 (Vastbase G100 V2.2 (Build 5.83.5339)) compiled at 2022-02-18 06:19:51 | Vastbase G100 V2.2",
                "gaussdb (GaussDB Kernel 505.2.1.SPC0600 build 2aa20d4e) compiled at 2025-05-31 22:48:04 | GaussDB Kernel 505.2.1.SPC0600",
                "PostgreSQL 9.2.4 (GaussDB Kernel V500R001C20 build 9eff8f60) compiled at 2021-09-24 | GaussDB Kernel V500R001C20",
                "(PanWeiDB V2.0-S2.0.0 build c3ba5a47) compiled at 2023-06-20 02:36:11 commit 0 last mr | PanWeiDB V2.0-S2.0.0",
                // without the word build, or with parentheses within the name, they must not be taken for PostgreSQL
                "PostgreSQL 9.2.4 (PanWeiDB_V2.0-S3.0.1_B01) compiled at 2024-09-29 14:39:59 | PanWeiDB_V2.0-S3.0.1_B01",
                "PostgreSQL 9.2.4 (OtherDB(openGauss) 2.0.0 build 1a2b3c) compiled at 2024-01-01 | OtherDB(openGauss) 2.0.0 build 1a2b3c",
                "(Uqbar 1.1.0 build 3eddf83c) compiled at 2022-09-27 00:49:27 commit 0 last mr | Uqbar 1.1.0",
                "OtherSQL 8.6.3 on x86_64-pc-linux-gnu, compiled by gcc | OtherSQL 8.6.3",
            })
    void namesOtherProducts(String version, String name) {
        ServerRelease release = ServerRelease.parse(version);
        assertThat(release.name()).isEqualTo(name);
        assertThat(release.isOpenGauss()).isFalse();
        assertThat(release.isPostgreSql()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
                "PostgreSQL 14.2 (Ubuntu 14.2-1ubuntu1) on x86_64-pc-linux-gnu, compiled by gcc",
                "PostgreSQL 18.1 on x86_64",
            })
    void recognizesPostgreSql(String version) {
        assertThat(ServerRelease.parse(version).isPostgreSql()).isTrue();
        assertThat(ServerRelease.parse(version).isOpenGauss()).isFalse();
    }
}
