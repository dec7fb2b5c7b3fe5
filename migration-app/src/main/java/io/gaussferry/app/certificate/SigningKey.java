package io.gaussferry.app.certificate;

import io.gaussferry.error.ErrorCode;
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
 * An Ed25519 key pair, stored in a file with two PEM blocks that only its owner may read.
 *
 * @param privateKey signs
 * @param publicKey verifies
 */
record SigningKey(PrivateKey privateKey, PublicKey publicKey) {

    private static final String ALGORITHM = "Ed25519";
    private static final int LINE = 64;

    /** Reads the key pair. Creates it if the file does not exist. */
    static SigningKey of(Path file) {
        try {
            if (!Files.exists(file)) {
                generate(file);
            }
            requireOwnerOnly(file);
            String content = Files.readString(file, StandardCharsets.US_ASCII);
            KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
            return new SigningKey(
                    factory.generatePrivate(new PKCS8EncodedKeySpec(block(content, "PRIVATE KEY"))),
                    factory.generatePublic(new X509EncodedKeySpec(block(content, "PUBLIC KEY"))));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new GaussferryException(
                    ErrorCode.SIGNING_KEY_UNUSABLE,
                    "Cannot read or create the signing key " + file + ": "
                            + e.getClass().getSimpleName(),
                    "set gaussferry.certificate.key-file to another file, or remove this one to create a new key",
                    e);
        }
    }

    private static void generate(Path file) throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            return; // another process has just created it
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
                    ErrorCode.SIGNING_KEY_UNUSABLE,
                    "The signing key " + file + " is accessible to users other than its owner.",
                    "run chmod 600 on it; if another user may have read it, remove it to create a new key",
                    null);
        }
    }

    private static String pem(String name, byte[] content) {
        return "-----BEGIN " + name + "-----\n"
                + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + name
                + "-----\n";
    }

    private static byte[] block(String content, String name) {
        String begin = "-----BEGIN " + name + "-----";
        int from = content.indexOf(begin);
        int to = content.indexOf("-----END " + name + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no " + name);
        }
        return Base64.getMimeDecoder().decode(content.substring(from + begin.length(), to));
    }

    byte[] sign(byte[] content) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK does not support " + ALGORITHM, e);
        }
    }

    /** Returns whether the content was signed with the private key of an encoded public key. */
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

    /** Returns the fingerprint of a public key, for comparison by people. */
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
