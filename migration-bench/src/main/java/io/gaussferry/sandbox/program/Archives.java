package io.gaussferry.sandbox.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks the archives of servers. Files in a {@code bin} directory become executable. */
final class Archives {

    private Archives() {}

    /** Unpacks the files of a zip whose names {@code wanted} accepts. */
    static void unpackZip(Path archive, Path directory, Predicate<String> wanted) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.isDirectory() || !wanted.test(entry.getName())) {
                    continue;
                }
                Path file = inside(directory, entry.getName());
                try (InputStream content = zip.getInputStream(entry)) {
                    write(content, file);
                }
            }
        }
    }

    /** Unpacks an xz-compressed tar with its symbolic links. */
    static void unpackTarXz(InputStream archive, Path directory) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(archive))) {
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                Path file = inside(directory, entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else if (entry.isSymbolicLink()) {
                    Files.createDirectories(file.resolveSibling("."));
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else if (entry.isLink()) {
                    Files.createLink(file, inside(directory, entry.getLinkName()));
                } else {
                    write(tar, file);
                }
                entry = tar.getNextEntry();
            }
        }
    }

    private static void write(InputStream content, Path file) throws IOException {
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.copy(content, file);
        if (parent != null && parent.endsWith("bin") && !file.toFile().setExecutable(true, false)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    private static Path inside(Path directory, String name) throws IOException {
        Path file = directory.resolve(name).normalize();
        if (!file.startsWith(directory)) {
            throw new IOException("The archive contains a file outside of its own directory: " + name);
        }
        return file;
    }
}
