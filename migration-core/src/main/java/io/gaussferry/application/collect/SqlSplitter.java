package io.gaussferry.application.collect;

import java.io.IOException;
import java.io.Reader;

/** Splits a script into statements, as MySQL's client does: at delimiters outside of strings, names and comments. */
final class SqlSplitter {

    /** Receives statements. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Receives a statement.
         *
         * @param sql without its delimiter
         * @param line its first line, from 1
         */
        void accept(String sql, int line);
    }

    private final boolean escapes;
    private final Receiver receiver;
    private final StringBuilder statement = new StringBuilder();
    private String delimiter = ";";
    private int line = 1;
    private int firstLine = 1;

    /** The offset after the opening of a comment: its slash is no end. */
    private int commentText;

    private State state = State.PLAIN;

    private enum State {
        PLAIN,
        SINGLE,
        DOUBLE,
        NAME,
        LINE_COMMENT,
        BLOCK_COMMENT
    }

    /** @param escapes whether a backslash in a string quotes the next character */
    SqlSplitter(boolean escapes, Receiver receiver) {
        this.escapes = escapes;
        this.receiver = receiver;
    }

    /** Reads a script to its end. */
    void split(Reader script) throws IOException {
        int next = script.read();
        int lineStart = 0;
        while (next >= 0) {
            char character = (char) next;
            if (statement.isEmpty() && Character.isWhitespace(character)) {
                line += character == '\n' ? 1 : 0;
                next = script.read();
                continue;
            }
            if (statement.isEmpty()) {
                firstLine = line;
                lineStart = 0;
            }
            statement.append(character);
            if (character == '\n') {
                line++;
                if (state == State.PLAIN && isDelimiterCommand(lineStart)) {
                    delimiter = statement.substring(lineStart).strip().split("\\s+")[1];
                    statement.setLength(0);
                }
                lineStart = statement.length();
            }
            if (escapes && character == '\\' && (state == State.SINGLE || state == State.DOUBLE)) {
                next = script.read();
                if (next >= 0) {
                    statement.append((char) next);
                    line += next == '\n' ? 1 : 0;
                }
            } else {
                state = after(character);
            }
            if (state == State.PLAIN && endsWith(delimiter) && !isDelimiterCommandBegun(lineStart)) {
                statement.setLength(statement.length() - delimiter.length());
                flush();
            }
            next = script.read();
        }
        if (!isDelimiterCommand(lineStart)) {
            flush();
        }
    }

    private boolean isDelimiterCommand(int lineStart) {
        return lineStart <= statement.length()
                && statement.substring(lineStart).strip().matches("(?i)delimiter\\s+\\S+");
    }

    private boolean isDelimiterCommandBegun(int lineStart) {
        return statement.length() - lineStart < 100
                && statement.substring(lineStart).stripLeading().matches("(?is)delimiter\\s.*");
    }

    private State after(char character) {
        return switch (state) {
            case PLAIN -> fromPlain(character);
            case SINGLE -> character == '\'' ? State.PLAIN : state;
            case DOUBLE -> character == '"' ? State.PLAIN : state;
            case NAME -> character == '`' ? State.PLAIN : state;
            case LINE_COMMENT -> character == '\n' ? State.PLAIN : state;
            case BLOCK_COMMENT ->
                endsWith("*/") && statement.length() >= commentText + "*/".length() ? State.PLAIN : state;
        };
    }

    private State fromPlain(char character) {
        if (character == '\'') {
            return State.SINGLE;
        }
        if (character == '"') {
            return State.DOUBLE;
        }
        if (character == '`') {
            return State.NAME;
        }
        boolean isDashes = Character.isWhitespace(character) && character != '\n' && endsWith("--" + character);
        if (character == '#' || isDashes) {
            return State.LINE_COMMENT;
        }
        commentText = statement.length();
        return endsWith("/*") ? State.BLOCK_COMMENT : State.PLAIN;
    }

    private boolean endsWith(String text) {
        int start = statement.length() - text.length();
        return start >= 0 && statement.indexOf(text, start) == start;
    }

    private void flush() {
        String sql = statement.toString().strip();
        statement.setLength(0);
        if (!sql.isEmpty()) {
            receiver.accept(sql, firstLine);
        }
    }
}
