package io.gaussferry.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

class SignedDocumentTest {

    @TempDir
    private Path directory;

    private static ObjectNode certificate() {
        ObjectNode certificate = new ObjectMapper().createObjectNode();
        certificate.put("operator", "Ada \"the first\" \u00e9\u2028");
        certificate.put("rows", 9_007_199_254_740_993L);
        certificate.putArray("chunks").addObject().put("source", "ffffffffffffffff");
        return certificate;
    }

    @Test
    void readsSignedDocument() throws Exception {
        SignedDocument signed = SignedDocument.sign(certificate(), SigningKey.of(directory.resolve("key")));
        Path file = Files.writeString(directory.resolve("c.json"), signed.json());
        SignedDocument read = SignedDocument.read(file);
        assertThat(read.isIntact()).isTrue();
        assertThat(read.fingerprint()).isEqualTo(signed.fingerprint()).startsWith("SHA256:");
        assertThat(read.certificate()).isEqualTo(certificate());
    }

    @Test
    void detectsEveryChange() throws Exception {
        SignedDocument signed = SignedDocument.sign(certificate(), SigningKey.of(directory.resolve("key")));
        for (String[] change : new String[][] {{"Ada", "Eve"}, {"993", "992"}, {"fffff", "ffff0"}, {"rows", "rowz"}}) {
            Path file =
                    Files.writeString(directory.resolve("c.json"), signed.json().replaceFirst(change[0], change[1]));
            assertThat(SignedDocument.read(file).isIntact()).as(change[0]).isFalse();
        }
    }

    @Test
    void rejectsSignatureOfAnotherKey() {
        SignedDocument one = SignedDocument.sign(certificate(), SigningKey.of(directory.resolve("one")));
        SignedDocument other = SignedDocument.sign(certificate(), SigningKey.of(directory.resolve("other")));
        assertThat(new SignedDocument(one.certificate(), one.signature(), other.key()).isIntact())
                .isFalse();
        assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint());
    }

    @Test
    void createsKeyOnceReadableOnlyByOwner() throws Exception {
        Path file = directory.resolve("key");
        SigningKey made = SigningKey.of(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(SigningKey.of(file).publicKey()).isEqualTo(made.publicKey());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> SigningKey.of(file))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("chmod 600");
    }

    @Test
    void rejectsMalformedKeyWithoutShowingIt() throws Exception {
        Path file = Files.writeString(directory.resolve("key"), "secret words");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> SigningKey.of(file))
                .isInstanceOf(GaussferryException.class)
                .hasMessageNotContaining("secret words");
    }
}
