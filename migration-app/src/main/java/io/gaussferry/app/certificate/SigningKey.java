package io.gaussferry.app.certificate;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;

/**
 * A pair of Ed25519 keys in a file of two PEM blocks, that only its owner may read.
 *
 * @param secret signs
 * @param open checks
 */
record SigningKey(PrivateKey secret, PublicKey open) {

    private static final String ALGORITHM = "Ed25519";
    private static final int LINE = 64;

    /** Reads the keys; makes them if there is no such file. */
    static SigningKey of(Path file) {
        try {
            if (!Files.exists(file)) {
                generate(file);
            }
            requireOwnerOnly(file);
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
            return new SigningKey(
                    factory.generatePrivate(new PKCS8EncodedKeySpec(block(text, "PRIVATE KEY"))),
                    factory.generatePublic(new X509EncodedKeySpec(block(text, "PUBLIC KEY"))));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The key of certificates cannot be read from, or written to, " + file + ": "
                            + e.getClass().getSimpleName(),
                    "name another file (gaussferry.certificate.key-file), or remove this one to have a new key made",
                    e);
        }
    }

    private static void generate(Path file) throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            return; // another has made one in this moment
        }
        Files.writeString(
                file,
                pem("PRIVATE KEY", pair.getPrivate().getEncoded())
                        + pem("PUBLIC KEY", pair.getPublic().getEncoded()),
                StandardCharsets.US_ASCII);
    }

    private static void requireOwnerOnly(Path file) throws IOException {
        Set<PosixFilePermission> others = Files.getPosixFilePermissions(file);
        others.removeAll(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        if (!others.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The key of certificates, " + file + ", may be read by others than its owner.",
                    "run chmod 600 on it; if others may have read it, remove it to have a new one made",
                    null);
        }
    }

    private static String pem(String name, byte[] content) {
        return "-----BEGIN " + name + "-----\n"
                + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + name
                + "-----\n";
    }

    private static byte[] block(String text, String name) {
        String begin = "-----BEGIN " + name + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + name + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no " + name);
        }
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }

    byte[] sign(byte[] content) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(secret);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot sign by " + ALGORITHM, e);
        }
    }

    /** Returns whether the content was signed by the key that belongs to an encoded public one. */
    static boolean isSigned(byte[] content, byte[] signature, byte[] encodedKey) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encodedKey)));
            check.update(content);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Returns by what people compare public keys. */
    static String fingerprint(byte[] encodedKey) {
        try {
            return "SHA256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(encodedKey));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
