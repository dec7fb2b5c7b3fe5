package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.MovableSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Creates copies of objects in another database of the source, each with the settings of its original. */
final class SourceObjects {

    private final Connection source;
    private final String database;
    private final int serverVersion;

    /**
     * @param database of the copies
     * @param serverVersion of the source, such as 80033
     */
    SourceObjects(Connection source, String database, int serverVersion) {
        this.source = source;
        this.database = database;
        this.serverVersion = serverVersion;
    }

    /** Returns the definition of the copy of an object. */
    SourceObject copied(SourceObject object) {
        return new SourceObject(
                object.kind(),
                copied(object.name()),
                MovableSql.of(object, serverVersion).orElse(null),
                object.fingerprint(),
                object.settings(),
                object.table() == null ? null : copied(object.table()),
                object.order(),
                object.columns());
    }

    private TableId copied(TableId name) {
        return new TableId(database, name.name());
    }

    /** Creates the copies: triggers last, in their order of execution. Restores the session's SQL mode. */
    void create(Collection<SourceObject> originals) throws SQLException {
        String modes = Sql.first(source, row -> row.getString(1), "SELECT @@SESSION.sql_mode")
                .orElse("");
        source.setCatalog(database);
        List<SourceObject> ordered = new ArrayList<>(originals);
        ordered.sort(Comparator.comparing((SourceObject object) -> object.kind() == ObjectKind.TRIGGER)
                .thenComparing(SourceObject::order));
        for (SourceObject object : ordered) {
            Sql.execute(
                    source,
                    "SET SESSION sql_mode = "
                            + SourceSession.literal(object.settings().sqlMode()));
            if (!object.settings().connectionCollation().isEmpty()) {
                Sql.execute(
                        source,
                        "SET SESSION collation_connection = "
                                + object.settings().connectionCollation());
            }
            Sql.execute(source, MovableSql.of(object, serverVersion).orElseThrow());
        }
        Sql.execute(source, "SET SESSION sql_mode = " + SourceSession.literal(modes));
    }
}
