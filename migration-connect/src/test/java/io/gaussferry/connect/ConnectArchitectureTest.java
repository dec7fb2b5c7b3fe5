package io.gaussferry.connect;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the connector knows of the core, and who knows Kafka. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ConnectArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_THE_CONNECTOR_KNOWS_KAFKA = noClasses()
            .that()
            .resideOutsideOfPackage("io.gaussferry.connect..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule THE_CORE_IS_KNOWN_BY_ITS_PIPELINE_NOT_BY_ITS_STAGES = noClasses()
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
