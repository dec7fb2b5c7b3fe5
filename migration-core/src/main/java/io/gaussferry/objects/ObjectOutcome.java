package io.gaussferry.objects;

import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.Translation.Translated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the verification of one object.
 *
 * @param object the object
 * @param state its state
 * @param detail why it has this state
 * @param translated its translation; null if there is none
 * @param order its position in the order of creation, from 1; 0 if the target does not accept it
 * @param uses the labels of the views and routines that it uses itself, as in {@link SourceObject#label}
 */
public record ObjectOutcome(
        SourceObject object,
        ObjectState state,
        String detail,
        @Nullable Translated translated,
        int order,
        List<String> uses) {

    public ObjectOutcome {
        uses = List.copyOf(uses);
    }
}
