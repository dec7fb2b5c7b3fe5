package io.gaussferry.mysql.charset;

import io.gaussferry.mysql.wire.BinaryOutput;

/** How UTF-8 becomes text of one of MySQL's character sets. Used by one thread. */
public interface TextEncoding {

    /**
     * Appends a text, up to a character that the character set does not have.
     *
     * @param utf8 holds the text, which is valid
     * @return the offset of that character, or {@code to}
     */
    int append(byte[] utf8, int from, int to, BinaryOutput output);
}
