package io.gaussferry.mysql.charset;

import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueSink;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decodes with the JDK's decoder, corrected where MySQL maps to another character or to none. Allocates per value, because these
 * character sets are rare.
 */
final class MultiByteDecoding implements MySqlCharsets.Decoding {

    /** Number of characters decoded at a time, which limits the memory for a large value. */
    private static final int CHUNK = 8192;

    private final Charset charset;
    private final CodeTable codes;

    /** The JDK's characters that differ from MySQL's, with MySQL's at the same index. */
    private final char[] javaCharacters;

    private final char[] mySqlCharacters;

    /**
     * @param codes codes that the JDK must not decode
     * @param differences codes and MySQL's characters for them, where no other code maps to the JDK's character
     */
    MultiByteDecoding(Charset charset, CodeTable codes, int[] differences) {
        this.charset = charset;
        this.codes = codes;
        TreeMap<Character, Character> changed = new TreeMap<>();
        for (int i = 0; i < differences.length; i += 2) {
            char mySql = (char) differences[i + 1];
            char java = decode(differences[i]);
            if (java != mySql) {
                changed.put(java, mySql);
                if (charset.name().equals("GB18030")) {
                    changed.put(mySql, java);
                }
            }
        }
        this.javaCharacters = new char[changed.size()];
        this.mySqlCharacters = new char[changed.size()];
        int index = 0;
        for (Map.Entry<Character, Character> change : changed.entrySet()) {
            javaCharacters[index] = change.getKey();
            mySqlCharacters[index++] = change.getValue();
        }
    }

    private char decode(int code) {
        byte[] bytes = code > 0xFFFF
                ? new byte[] {(byte) (code >> 16), (byte) (code >> 8), (byte) code}
                : new byte[] {(byte) (code >> 8), (byte) code};
        return new String(bytes, charset).charAt(0);
    }

    @Override
    public void write(byte[] bytes, int from, int to, TextRules rules, ValueSink sink) {
        int start = from;
        int index = codes.isEmpty() ? to : from;
        while (index < to) {
            int length = codes.length(bytes, index, to);
            int character = length > 1 ? codes.find(bytes, index, length) : CodeTable.NOT_LISTED;
            if (character != CodeTable.NOT_LISTED) {
                decode(bytes, start, index, from, to, rules, sink);
                if (character == CodeTable.NO_CHARACTER) {
                    rules.invalid(bytes, index, from, to, sink);
                } else {
                    sink.ascii(Character.toString(character).getBytes(StandardCharsets.UTF_8));
                }
                start = index + length;
            }
            index += length;
        }
        decode(bytes, start, to, from, to, rules, sink);
    }

    /** Decodes a part of the value between from and to. */
    private void decode(byte[] bytes, int start, int end, int from, int to, TextRules rules, ValueSink sink) {
        if (start == end) {
            return;
        }
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer input = ByteBuffer.wrap(bytes, start, end - start);
        CharBuffer output = CharBuffer.allocate(Math.min(end - start + 2, CHUNK));
        while (true) {
            CoderResult result = decoder.decode(input, output, true);
            drain(output, bytes, from, to, rules, sink);
            if (result.isUnderflow()) {
                decoder.flush(output);
                drain(output, bytes, from, to, rules, sink);
                return;
            }
            if (result.isError()) {
                rules.invalid(bytes, input.position(), from, to, sink);
                input.position(input.position() + result.length());
            }
        }
    }

    /** Writes the decoded characters. A decoder never splits a surrogate pair between two buffers. */
    private void drain(CharBuffer output, byte[] bytes, int from, int to, TextRules rules, ValueSink sink) {
        output.flip();
        for (int i = 0; i < output.limit() && javaCharacters.length > 0; i++) {
            int change = Arrays.binarySearch(javaCharacters, output.get(i));
            if (change >= 0) {
                output.put(i, mySqlCharacters[change]);
            }
        }
        byte[] encoded = output.toString().getBytes(StandardCharsets.UTF_8);
        output.clear();
        int index = sink.utf8(encoded, 0, encoded.length);
        while (index < encoded.length) {
            rules.nul(bytes, from, to, sink);
            index = sink.utf8(encoded, index + 1, encoded.length);
        }
    }
}
