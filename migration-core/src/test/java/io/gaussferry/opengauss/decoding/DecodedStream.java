package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A builder of transactions with its tables, and the transactions that it has delivered. */
final class DecodedStream {

    static final String SLOT = "own";

    /** A table without a key: {@code c LONGBLOB}. */
    static final TableId ITEM = new TableId("shop", "item");

    /** A table {@code (id VARCHAR(3) PRIMARY KEY, name VARCHAR(3))} whose columns are wider on the target. */
    static final TableId CODE = new TableId("shop", "code");

    static final TableId EXCLUDED = new TableId("shop", "excluded");

    static final long OF_ITEM = 1;
    static final long OF_PROGRESS = 2;
    static final long OF_PROBE = 3;
    static final long OF_EXCLUDED = 4;
    static final long OF_CODE = 5;

    private static final int BYTEA = 17;
    private static final int VARCHAR = 1043;

    final List<SourceTransaction> delivered = new ArrayList<>();
    final DecodedTransactionBuilder builder;

    /** Starts reading after some progress. */
    DecodedStream(Progress progress, RefusedChanges decisions, long partBytes) {
        this.builder = new DecodedTransactionBuilder(
                new DecodedTables(
                        List.of(item(), code()),
                        Map.of(ITEM, itemShape(), CODE, codeShape()),
                        new Conversion(Columns.POSTGRES, ConversionRules.defaults()),
                        Set.of(EXCLUDED),
                        EarlierShapes.NONE,
                        ArmedTables.NONE),
                SLOT,
                new Delivery(delivered),
                partBytes,
                progress,
                decisions);
        builder.relation(new Relation(OF_ITEM, ITEM, 'f', List.of(new Relation.Column("c", BYTEA, -1))));
        builder.relation(new Relation(OF_PROGRESS, DecodedTables.PROGRESS, 'd', List.of()));
        builder.relation(new Relation(OF_PROBE, DecodedTables.PROBE, 'd', List.of()));
        builder.relation(new Relation(OF_EXCLUDED, EXCLUDED, 'n', List.of()));
        builder.relation(new Relation(
                OF_CODE,
                CODE,
                'f',
                List.of(new Relation.Column("id", VARCHAR, -1), new Relation.Column("name", VARCHAR, -1))));
    }

    /** Receives transactions. */
    private record Delivery(List<SourceTransaction> delivered) implements TransactionSink {

        @Override
        public void connected() {
            // not needed
        }

        @Override
        public void accept(SourceTransaction transaction) {
            delivered.add(transaction);
        }

        @Override
        public void flush() {
            // nothing is buffered
        }
    }

    private static TableDefinition item() {
        return new TableDefinition(ITEM, List.of(Columns.column("longblob", null)), List.of());
    }

    private static TargetShape itemShape() {
        return new TargetShape(
                ITEM,
                List.of(new TargetShape.Column("c", 1, BYTEA, "bytea", 'b', -1, "bytea", false)),
                List.of(),
                Set.of());
    }

    private static TableDefinition code() {
        IndexDefinition key = new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)));
        return new TableDefinition(
                CODE,
                List.of(
                        Columns.notNull("id", Columns.column("varchar(3)", "utf8mb4")),
                        Columns.notNull("name", Columns.column("varchar(3)", "utf8mb4"))),
                List.of(key));
    }

    private static TargetShape codeShape() {
        return new TargetShape(
                CODE,
                List.of(
                        new TargetShape.Column("id", 1, VARCHAR, "varchar", 'b', -1, "character varying", true),
                        new TargetShape.Column("name", 2, VARCHAR, "varchar", 'b', -1, "character varying", true)),
                List.of(),
                Set.of("id"));
    }

    /** Returns a row with these values as strings. */
    static TargetTuple row(String... values) {
        byte[] bytes = String.join("", values).getBytes(StandardCharsets.UTF_8);
        TargetTuple row = new TargetTuple();
        row.reset(bytes);
        int from = 0;
        for (String value : values) {
            int to = from + value.getBytes(StandardCharsets.UTF_8).length;
            row.add(from, to, false);
            from = to;
        }
        return row;
    }

    /** Returns the numbers of the delivered transactions, one for each fragment. */
    List<Long> numbers() {
        return delivered.stream().map(SourceTransaction::captureSequence).toList();
    }

    /** Returns the operations of a delivered transaction, with the number of bytes of their images. */
    List<String> operations(int transaction) {
        return delivered.get(transaction).rowsEvents().stream()
                .map(event -> event.operation() + " "
                        + event.table().definition().id().name())
                .toList();
    }

    /** Returns the operations and images of all fragments of a transaction; consecutive events of one operation are one. */
    String content(long number) {
        StringBuilder content = new StringBuilder();
        RowOperation last = null;
        for (SourceTransaction transaction : delivered) {
            if (transaction.captureSequence() == number) {
                for (RowsEvent event : transaction.rowsEvents()) {
                    content.append(event.operation() == last ? "" : event.operation());
                    last = event.operation();
                    content.append(new String(
                            event.bytes(), event.from(), event.to() - event.from(), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return content.toString();
    }
}
