package io.gaussferry.app.certificate;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A certificate with its signature. The signature covers the UTF-8 bytes of the certificate as JSON without whitespace, with the
 * fields in the order of the file and numbers as integers.
 *
 * @param certificate the signed content
 * @param signature the signature
 * @param key the public key, encoded as X.509
 */
record SignedDocument(JsonNode certificate, byte[] signature, byte[] key) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static SignedDocument sign(JsonNode certificate, SigningKey key) {
        return new SignedDocument(
                certificate, key.sign(bytes(certificate)), key.publicKey().getEncoded());
    }

    private static byte[] bytes(JsonNode certificate) {
        return MAPPER.writeValueAsString(certificate).getBytes(StandardCharsets.UTF_8);
    }

    boolean isIntact() {
        return SigningKey.isSigned(bytes(certificate), signature, key);
    }

    String fingerprint() {
        return SigningKey.fingerprint(key);
    }

    String json() {
        ObjectNode file = MAPPER.createObjectNode();
        file.set("certificate", certificate);
        ObjectNode signed = file.putObject("signature");
        signed.put("algorithm", "Ed25519");
        signed.put("publicKey", Base64.getEncoder().encodeToString(key));
        signed.put("fingerprint", fingerprint());
        signed.put("value", Base64.getEncoder().encodeToString(signature));
        return file.toPrettyString() + "\n";
    }

    /** @throws GaussferryException if the file is not a certificate */
    static SignedDocument read(Path file) {
        try {
            JsonNode read = MAPPER.readTree(Files.readString(file, StandardCharsets.UTF_8));
            JsonNode signed = read.path("signature");
            if (read.path("certificate").isObject()
                    && signed.path("algorithm").asString("").equals("Ed25519")) {
                return new SignedDocument(
                        read.path("certificate"),
                        Base64.getDecoder().decode(signed.path("value").asString("")),
                        Base64.getDecoder().decode(signed.path("publicKey").asString("")));
            }
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw unreadable(file, e);
        }
        throw unreadable(file, null);
    }

    private static GaussferryException unreadable(Path file, @Nullable Exception cause) {
        return new GaussferryException(
                ErrorCode.CERTIFICATE_UNREADABLE,
                file + " is not a readable Gaussferry certificate.",
                "name a .json file written by gaussferry certificate",
                cause);
    }
}
