package io.gaussferry.status;

import io.gaussferry.status.Figure.Labelled;
import io.gaussferry.status.Figure.Single;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All figures of a migration. */
public final class Figures {

    /** A group of figures under one heading of the reference document. */
    public record Section(String heading, List<Figure> figures) {}

    /** The sections in the order of the reference document. */
    public static final List<Section> SECTIONS = List.of(
            new Section("Replication", ReplicationFigures.ALL),
            new Section("Servers of the target", TargetFigures.ALL),
            new Section("Verification", VerificationFigures.ALL),
            new Section("Reverse replication", ReverseFigures.ALL),
            new Section("Load", LoadFigures.ALL));

    /** All figures. */
    public static final List<Figure> ALL =
            SECTIONS.stream().flatMap(section -> section.figures().stream()).toList();

    /** All figures with one value, and the sums of others. */
    public static final List<Single> SINGLE =
            ALL.stream().flatMap(Figures::single).toList();

    private Figures() {}

    private static Stream<Single> single(Figure figure) {
        if (figure instanceof Labelled labelled) {
            return Stream.ofNullable(labelled.sum());
        }
        return figure instanceof Single single ? Stream.of(single) : Stream.empty();
    }

    /** Returns the fields of the status document that are figures. */
    public static Map<String, @Nullable Object> statusFields(MigrationStatus status) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (Single figure : SINGLE) {
            if (figure.isStatusField()) {
                fields.put(figure.json(), figure.value(status));
            }
        }
        return fields;
    }
}
