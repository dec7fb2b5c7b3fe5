package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the messages of pgoutput, version 1 of its protocol ("Logical Replication Message Formats" in PostgreSQL's
 * manual). openGauss's transaction IDs have eight bytes; the fields after them are not read. Not thread-safe.
 */
final class PgOutputReader {

    private static final long MICROS_FROM_1970_TO_2000 = 946_684_800_000_000L;

    private final PgOutputHandler handler;
    private final TargetTuple first = new TargetTuple();
    private final TargetTuple second = new TargetTuple();
    private byte[] message = {};
    private int position;
    private int end;

    PgOutputReader(PgOutputHandler handler) {
        this.handler = handler;
    }

    /**
     * Parses one message.
     *
     * @param bytes contains the message; not retained
     * @param from start of the message
     * @param to end of the message
     * @throws MalformedMessageException if the bytes are not a message
     */
    void read(byte[] bytes, int from, int to) throws InterruptedException {
        message = bytes;
        position = from;
        end = to;
        char type = letter();
        switch (type) {
            case 'B' -> handler.begin(number(8), MICROS_FROM_1970_TO_2000 + number(8));
            case 'C' -> {
                skip(1 + 8);
                handler.commit(number(8));
            }
            case 'R' -> handler.relation(relation());
            case 'I' -> {
                long relation = number(4);
                expect('N');
                handler.insert(relation, tuple(first));
            }
            case 'U' -> update(number(4));
            case 'D' -> {
                long relation = number(4);
                char kind = letter();
                if (kind != 'O' && kind != 'K') {
                    throw malformed("a delete with " + kind);
                }
                handler.delete(relation, tuple(first));
            }
            case 'T' -> {
                long count = number(4);
                skip(1);
                for (long i = 0; i < count; i++) {
                    handler.truncate(number(4));
                }
            }
            // user-defined types and replication origins
            case 'Y', 'O' -> {}
            default -> throw malformed("unknown type " + type);
        }
    }

    private void update(long relation) throws InterruptedException {
        char kind = letter();
        TargetTuple before = kind == 'O' || kind == 'K' ? tuple(first) : null;
        if (before != null) {
            kind = letter();
        }
        if (kind != 'N') {
            throw malformed("an update with " + kind);
        }
        handler.update(relation, before, tuple(second));
    }

    private Relation relation() {
        long oid = number(4);
        String schema = string();
        String name = string();
        char identity = letter();
        int count = (int) number(2);
        List<Relation.Column> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            skip(1);
            columns.add(new Relation.Column(string(), number(4), (int) number(4)));
        }
        return new Relation(oid, new TableId(schema.isEmpty() ? "pg_catalog" : schema, name), identity, columns);
    }

    private TargetTuple tuple(TargetTuple tuple) {
        tuple.reset(message);
        int count = (int) number(2);
        for (int i = 0; i < count; i++) {
            char kind = letter();
            switch (kind) {
                case 'n' -> tuple.addNull();
                case 'u' -> tuple.addUnchanged();
                case 'b', 't' -> {
                    long length = number(4);
                    int start = position;
                    skip(length);
                    tuple.add(start, position, kind == 't');
                }
                default -> throw malformed("a value of kind " + kind);
            }
        }
        return tuple;
    }

    private char letter() {
        skip(1);
        return (char) (message[position - 1] & 0xFF);
    }

    private void expect(char letter) {
        char found = letter();
        if (found != letter) {
            throw malformed(found + " instead of " + letter);
        }
    }

    private long number(int bytes) {
        skip(bytes);
        return Wire.bigEndian(message, position - bytes, bytes);
    }

    private String string() {
        int start = position;
        while (letter() != 0) {
            // up to the terminator
        }
        return new String(message, start, position - 1 - start, StandardCharsets.UTF_8);
    }

    private void skip(long bytes) {
        if (bytes < 0 || bytes > end - position) {
            throw malformed("truncated");
        }
        position += (int) bytes;
    }

    private MalformedMessageException malformed(String reason) {
        return new MalformedMessageException("The target's logical decoding sent an invalid message: " + reason + ", "
                + (end - position) + " bytes before its end.");
    }

    /** A malformed message, or one of an unknown protocol version. */
    static final class MalformedMessageException extends GaussferryException {

        private static final long serialVersionUID = 1L;

        MalformedMessageException(String problem) {
            super(ErrorCode.DEFECT, problem, "report this as a defect, with the target's version", null);
        }
    }
}
