package io.gaussferry.model;

/**
 * A place in the source's binlog.
 *
 * @param file the file's name, such as {@code binlog.000007}
 * @param offset bytes from the start of the file
 * @param created when the file was begun, seconds since 1970 by the source's clock; 0 where that is not known. It tells the file
 *     from another one that got the same name after {@code RESET MASTER}
 */
public record BinlogPosition(String file, long offset, long created) implements Comparable<BinlogPosition> {

    /** A place in a file of which nothing but the name is known. */
    public BinlogPosition(String file, long offset) {
        this(file, offset, 0);
    }

    /** Orders positions of one server: its files are numbered, and a number that needs more digits gets them. */
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
