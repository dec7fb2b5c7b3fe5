package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.CertificateProblem.Kind;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.sql.SQLException;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** The reason for refusing a certificate determines the remedy, and whether replay retries. */
class CertificateProblemTest {

    private static Optional<Kind> kind(Exception certificate) {
        SSLHandshakeException handshake = new SSLHandshakeException("PKIX path validation failed");
        handshake.initCause(certificate);
        return CertificateProblem.of(new IOException("Communications link failure", handshake))
                .map(CertificateProblem::kind);
    }

    @Test
    void distinguishesReasons() {
        assertThat(kind(new CertificateExpiredException("NotAfter: Thu Nov 26")))
                .contains(Kind.EXPIRED);
        assertThat(kind(new CertificateException("validity check failed", new CertificateExpiredException("NotAfter"))))
                .contains(Kind.EXPIRED);
        assertThat(kind(new CertificateNotYetValidException("NotBefore: Fri Nov 27")))
                .contains(Kind.NOT_YET_VALID);
        assertThat(kind(new CertificateException("No subject alternative DNS name matching db.example found.")))
                .contains(Kind.OTHER_NAME);
        assertThat(kind(new CertificateException(
                        "Server identity verification failed. None of the certificate's DNS or IP"
                                + " Subject Alternative Name entries matched the server hostname/IP 'localhost'.")))
                .contains(Kind.OTHER_NAME);
        assertThat(kind(new CertificateException("unable to find valid certification path to requested target")))
                .contains(Kind.UNTRUSTED);
        assertThat(kind(new IOException("connection reset"))).isEmpty();
    }

    @Test
    void retriesOnlyProblemsThatRenewalSolves() {
        assertThat(Kind.values()).filteredOn(Kind::mayPass).containsExactly(Kind.EXPIRED, Kind.NOT_YET_VALID);
    }

    @Test
    void describesProblem() {
        assertThat(CertificateProblem.of(new CertificateExpiredException("NotAfter: Thu Nov 26"))
                        .orElseThrow()
                        .sentence("MySQL at db:3306"))
                .isEqualTo("The certificate of MySQL at db:3306 has expired: NotAfter: Thu Nov 26.");
    }

    /** The openGauss driver verifies names itself, and gives no cause. */
    @Test
    void recognizesOtherNameOfTarget() {
        CertificateProblem problem = CertificateProblem.of(new SQLException(
                        "The hostname db1 could not be verified by hostnameverifier PgjdbcHostnameVerifier.", "08006"))
                .orElseThrow();
        assertThat(problem.kind()).isEqualTo(CertificateProblem.Kind.OTHER_NAME);
        assertThat(problem.sentence("the target")).endsWith("PgjdbcHostnameVerifier.");
    }
}
