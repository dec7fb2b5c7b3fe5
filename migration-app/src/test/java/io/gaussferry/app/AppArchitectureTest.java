package io.gaussferry.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The dependencies between the packages of the daemon. */
@AnalyzeClasses(packages = "io.gaussferry.app", importOptions = ImportOption.DoNotIncludeTests.class)
class AppArchitectureTest {

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.gaussferry.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule COMMANDS_DO_NOT_DEPEND_ON_THE_DAEMON = noClasses()
            .that()
            .resideInAnyPackage("io.gaussferry.app.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gaussferry.app");

    @ArchTest
    static final ArchRule ONLY_THE_WEB_SERVER_DEPENDS_ON_WEB_LIBRARIES = noClasses()
            .that()
            .resideOutsideOfPackage("io.gaussferry.app.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.web..",
                    "org.springframework.boot.actuate..",
                    "jakarta.servlet..",
                    "io.prometheus..",
                    "io.micrometer..");

    @ArchTest
    static final ArchRule THE_DAEMON_USES_THE_PIPELINE_NOT_ITS_STAGES = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.app..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gaussferry.mysql.binlog..",
                    "io.gaussferry.mysql.wire..",
                    "io.gaussferry.mysql.value..",
                    "io.gaussferry.snapshot.chunk..");
}
