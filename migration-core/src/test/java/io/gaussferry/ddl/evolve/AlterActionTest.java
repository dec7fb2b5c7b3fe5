package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.gaussferry.ddl.statement.AlterAction;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Each action of ALTER TABLE has an effect on the definition, or is known to have none. The statement of an action that is parsed and then
 * not evolved would be followed without its effect.
 */
@AnalyzeClasses(packages = "io.gaussferry.ddl", importOptions = ImportOption.DoNotIncludeTests.class)
class AlterActionTest {

    /** They concern how the statement is executed, or the storage. */
    private static final Set<Class<?>> WITHOUT_EFFECT = Set.of(AlterAction.Algorithm.class, AlterAction.NoEffect.class);

    @ArchTest
    static void everyActionIsEvolved(JavaClasses classes) {
        Set<String> evolved = classes.stream()
                .filter(item -> item.getPackageName().equals("io.gaussferry.ddl.evolve"))
                .flatMap(item -> item.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(item -> item.getName())
                .collect(Collectors.toSet());
        Set<String> missing = Arrays.stream(AlterAction.class.getPermittedSubclasses())
                .filter(action -> !WITHOUT_EFFECT.contains(action))
                .map(Class::getName)
                .filter(action -> !evolved.contains(action))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing).as("actions without an effect").isEmpty();
    }
}
