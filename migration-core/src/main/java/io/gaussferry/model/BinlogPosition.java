package io.gaussferry.model;

/**
 * A place in the source's binlog.
 *
 * @param file the file's name, such as {@code binlog.000007}
 * @param offset bytes from the start of the file
 */
public record BinlogPosition(String file, long offset) {

    @Override
    public String toString() {
        return file + ":" + offset;
    }
}
