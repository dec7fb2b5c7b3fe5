package io.gaussferry.model;

/**
 * A position in the source's binlog.
 *
 * @param file the file's name, such as {@code binlog.000007}
 * @param offset bytes from the start of the file
 * @param created when the file was created, seconds since 1970 by the source's clock; 0 if unknown. Distinguishes the
 *     file from another one with the same name after {@code RESET MASTER}
 */
public record BinlogPosition(String file, long offset, long created) implements Comparable<BinlogPosition> {

    /** Creates a position in a file whose creation time is unknown. */
    public BinlogPosition(String file, long offset) {
        this(file, offset, 0);
    }

    /** Orders positions of one server: its files are numbered, and a longer name has a larger number. */
    @Override
    public int compareTo(BinlogPosition other) {
        int byLength = Integer.compare(file.length(), other.file.length());
        int byFile = byLength != 0 ? byLength : file.compareTo(other.file);
        return byFile != 0 ? byFile : Long.compare(offset, other.offset);
    }

    @Override
    public String toString() {
        return file + ":" + offset;
    }
}
