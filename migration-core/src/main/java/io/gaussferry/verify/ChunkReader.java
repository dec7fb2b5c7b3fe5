package io.gaussferry.verify;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.Attempt;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import io.gaussferry.verify.read.RowConsumer;
import io.gaussferry.verify.read.Sessions;
import io.gaussferry.verify.read.SourceReader;
import io.gaussferry.verify.read.TargetReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads single ranges on both sides again, to compare them with recorded results. Used by one thread at a time. */
public final class ChunkReader implements AutoCloseable {

    private final TargetSessions sessions;
    private final Connection source;
    private final Connection target;
    private final Conversion conversion;
    private final List<TableDefinition> definitions;

    /** @throws SQLException if a server cannot be reached */
    public ChunkReader(VerifySettings settings) throws SQLException {
        this.sessions = new TargetSessions(settings.target(), 1);
        try {
            this.source = Sessions.openSource(settings.source());
            this.target = Sessions.openTarget(sessions);
            this.conversion = new Conversion(sessions.dialect().profile(), settings.rules(), new RuleUsage());
            this.definitions = List.copyOf(
                    new MySqlSchemaReader(source, settings.source()).read().definitions());
        } catch (SQLException | RuntimeException e) {
            sessions.close();
            throw e;
        }
    }

    /** Counts rows and sums their hashes. */
    private static final class Sum implements RowConsumer {
        private long rows;
        private long hashes;

        @Override
        public void accept(Row row) {
            rows++;
            hashes += row.hash();
        }
    }

    /**
     * Current rows of a range on both sides.
     *
     * @param sourceDigest the sum of the 64-bit hashes of the source's rows
     * @param targetDigest the sum of the 64-bit hashes of the target's rows
     */
    public record Read(long sourceRows, long sourceDigest, long targetRows, long targetDigest) {}

    /**
     * Reads a range.
     *
     * @param table its name at the source or, where several tables are merged, on the target
     * @return empty if one of the sides no longer has the table
     */
    public Optional<Read> read(TableId table, KeyRange range) {
        try {
            Optional<ComparedTable> found = find(table);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            ComparedTable compared = found.get();
            Sum onSource = new Sum();
            Sum onTarget = new Sum();
            new SourceReader(source).read(compared, compared.hasKey() ? range : KeyRange.WHOLE, onSource);
            Sessions.planFor(target, range);
            new TargetReader(target)
                    .read(compared, compared.hasKey() ? compared.order().targetCondition(range) : "1 = 1", onTarget);
            target.rollback();
            return Optional.of(new Read(onSource.rows, onSource.hashes, onTarget.rows, onTarget.hashes));
        } catch (SQLException e) {
            throw Attempt.failure("read a range of table " + table, "check the accounts' privileges", e);
        }
    }

    private Optional<ComparedTable> find(TableId table) throws SQLException {
        List<TableDefinition> group = definitions.stream()
                .filter(definition -> definition.id().equals(table))
                .toList();
        if (group.isEmpty()) {
            group = definitions.stream()
                    .filter(definition -> definition.targetId().equals(table))
                    .toList();
        }
        if (group.isEmpty()) {
            return Optional.empty();
        }
        Optional<TargetTable> onTarget = new TargetCatalog(target).find(group.get(0));
        return onTarget.isEmpty() ? Optional.empty() : Optional.of(ComparedTable.of(group, onTarget.get(), conversion));
    }

    @Override
    public void close() throws SQLException {
        source.close();
        target.close();
        sessions.close();
    }
}
