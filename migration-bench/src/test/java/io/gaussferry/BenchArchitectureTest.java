package io.gaussferry;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Checks the direction of dependencies in the bench and in the sandbox, which the end-to-end tests use too. */
@AnalyzeClasses(
        packages = {"io.gaussferry.bench", "io.gaussferry.sandbox"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class BenchArchitectureTest {

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.gaussferry.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_SANDBOX_KNOWS_NOTHING_OF_GAUSSFERRY = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.sandbox..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.gaussferry..").and(resideOutsideOfPackage("io.gaussferry.sandbox..")));

    /** Except for reverse replication, which a daemon runs only after a cutover: the bench measures its stages directly. */
    @ArchTest
    static final ArchRule THE_DAEMON_IS_STARTED_NOT_CALLED = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.gaussferry.app..", "io.gaussferry.pipeline..")
                    .and(resideOutsideOfPackage("io.gaussferry.pipeline.reverse")));
}
