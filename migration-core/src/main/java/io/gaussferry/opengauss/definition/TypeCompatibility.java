package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.Judgement;
import io.gaussferry.type.Judgement.Verdict;
import io.gaussferry.type.TypeName;
import java.util.Set;

/**
 * Determines whether an existing target column can store every value of a source column unchanged. Accesses no
 * database.
 */
public final class TypeCompatibility {

    private static final Set<String> UNLIMITED_TEXT =
            Set.of("text", "clob", "tinytext", "mediumtext", "longtext", "character varying", "varchar", "nvarchar2");
    private final TargetProfile profile;

    public TypeCompatibility(TargetProfile profile) {
        this.profile = profile;
    }

    /**
     * Judges a column whose type is set by a rule of the configuration.
     *
     * @param chosen the type's name in the rule
     * @param targetType the type's name on the target ({@code format_type})
     * @param labels the members of the target's type; empty if it has none
     */
    public Judgement judgeChosen(ColumnDefinition source, String chosen, String targetType, Set<String> labels) {
        TypeName wanted = TypeName.parse(chosen).canonical();
        TypeName target = TypeName.parse(targetType).canonical();
        if (wanted.equals(target)) {
            return Judgement.FITS;
        }
        Judgement plain = judge(source, targetType, labels);
        boolean isKnown = TypeName.isBuiltIn(wanted.base()) && TypeName.isBuiltIn(target.base());
        return plain.verdict() == Verdict.FITS || isKnown
                ? plain
                : new Judgement(Verdict.UNKNOWN, "is of another type than the rule's, " + chosen);
    }

    /**
     * Judges a column.
     *
     * @param targetType the type's name on the target ({@code format_type})
     * @param labels the members of the target's type; empty if it has none
     */
    public Judgement judge(ColumnDefinition source, String targetType, Set<String> labels) {
        TypeName target = TypeName.parse(targetType);
        boolean wide =
                UNLIMITED_TEXT.contains(target.base()) && target.arguments().isEmpty();
        if (wide && !source.type().isBytes()) {
            return Judgement.FITS; // every value can be written as a string
        }
        return ColumnType.of(source).judge(target, labels, profile);
    }
}
