package io.gaussferry.mysql.charset;

import io.gaussferry.mysql.wire.BinaryOutput;

/** Converts UTF-8 to one of MySQL's character sets. Used by one thread. */
public interface TextEncoding {

    /**
     * Appends a string, up to a character that the character set does not have.
     *
     * @param utf8 contains the string, which is valid
     * @return the offset of that character, or {@code to}
     */
    int append(byte[] utf8, int from, int to, BinaryOutput output);
}
