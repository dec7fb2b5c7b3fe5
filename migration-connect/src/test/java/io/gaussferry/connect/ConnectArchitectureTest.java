package io.gaussferry.connect;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The connector's dependencies on the core and on Kafka. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ConnectArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_THE_CONNECTOR_DEPENDS_ON_KAFKA = noClasses()
            .that()
            .resideOutsideOfPackage("io.gaussferry.connect..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule THE_CONNECTOR_USES_THE_PIPELINE_NOT_ITS_STAGES = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.connect..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gaussferry.mysql.binlog..",
                    "io.gaussferry.mysql.wire..",
                    "io.gaussferry.mysql.value..",
                    "io.gaussferry.apply..",
                    "io.gaussferry.schedule..",
                    "io.gaussferry.snapshot.chunk..",
                    "org.springframework..");
}
