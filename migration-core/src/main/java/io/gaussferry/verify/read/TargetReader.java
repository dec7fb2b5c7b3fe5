package io.gaussferry.verify.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;

/**
 * Reads rows of the target with COPY, which returns values as printed by the server, not interpreted by a driver. Used by one thread at a
 * time.
 */
public final class TargetReader {

    private final Connection connection;

    /** @param connection without autocommit; reads join its transaction */
    public TargetReader(Connection connection) {
        this.connection = connection;
    }

    /** Reads the rows that match a condition, each with two further values that locate it: {@code tableoid} and {@code ctid}. */
    public void readLocated(ComparedTable table, String condition, RowConsumer consumer) throws SQLException {
        List<ValueForm> forms = new ArrayList<>(table.forms());
        forms.add(ValueForm.EXACT);
        forms.add(ValueForm.EXACT);
        read(table.locatedQuery(condition), forms, consumer);
    }

    /** Reads the rows that match a condition in no particular order, without buffering them. */
    public void read(ComparedTable table, String condition, RowConsumer consumer) throws SQLException {
        read(table.targetQuery(condition), table.forms(), consumer);
    }

    private void read(String query, List<ValueForm> forms, RowConsumer consumer) throws SQLException {
        CopyLine line = new CopyLine(forms);
        Row row = new Row(forms.size());
        CopyOut copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY (" + query + ") TO STDOUT");
        try {
            for (byte[] piece = copy.readFromCopy(); piece != null; piece = copy.readFromCopy()) {
                line.read(piece, row);
                consumer.accept(row);
            }
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
