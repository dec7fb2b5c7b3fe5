package io.gaussferry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The direction of dependencies: no stage knows the one after it. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule STAGES_KNOW_ONLY_WHAT_COMES_BEFORE_THEM = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("error")
            .definedBy("io.gaussferry.error..")
            .layer("model")
            .definedBy("io.gaussferry.model..")
            .layer("schema")
            .definedBy("io.gaussferry.schema..")
            .layer("source")
            .definedBy("io.gaussferry.source..")
            .layer("convert")
            .definedBy("io.gaussferry.convert..")
            .layer("ddl")
            .definedBy("io.gaussferry.ddl", "io.gaussferry.ddl.statement..", "io.gaussferry.ddl.evolve..")
            .layer("follow")
            .definedBy("io.gaussferry.ddl.translate..", "io.gaussferry.ddl.plan..")
            .layer("schedule")
            .definedBy("io.gaussferry.schedule..")
            .layer("checkpoint")
            .definedBy("io.gaussferry.checkpoint..")
            .layer("metrics")
            .definedBy("io.gaussferry.metrics..")
            .layer("apply")
            .definedBy("io.gaussferry.apply..")
            .layer("snapshot")
            .definedBy("io.gaussferry.snapshot..")
            .layer("range")
            .definedBy("io.gaussferry.range..")
            .layer("verify")
            .definedBy("io.gaussferry.verify..")
            .layer("preflight")
            .definedBy("io.gaussferry.preflight..")
            .layer("pipeline")
            .definedBy("io.gaussferry.pipeline..")
            .whereLayer("error")
            .mayNotAccessAnyLayer()
            .whereLayer("model")
            .mayNotAccessAnyLayer()
            .whereLayer("metrics")
            .mayOnlyAccessLayers("model")
            .whereLayer("schema")
            .mayOnlyAccessLayers("model", "error")
            .whereLayer("convert")
            .mayOnlyAccessLayers("schema", "model", "error")
            .whereLayer("ddl")
            .mayOnlyAccessLayers("schema", "model", "error")
            .whereLayer("follow")
            .mayOnlyAccessLayers("ddl", "snapshot", "convert", "schema", "model", "error")
            .whereLayer("source")
            .mayOnlyAccessLayers("schema", "model", "error", "ddl")
            .whereLayer("checkpoint")
            .mayOnlyAccessLayers("model", "error")
            .whereLayer("schedule")
            .mayOnlyAccessLayers("range", "source", "convert", "schema", "model", "error")
            .whereLayer("range")
            .mayOnlyAccessLayers("convert", "schema", "model", "error")
            .whereLayer("verify")
            .mayOnlyAccessLayers("apply", "checkpoint", "range", "source", "convert", "schema", "model", "error")
            .whereLayer("verify")
            .mayOnlyBeAccessedByLayers("pipeline")
            .whereLayer("snapshot")
            .mayOnlyAccessLayers("range", "source", "convert", "schema", "model", "error")
            .whereLayer("apply")
            .mayOnlyAccessLayers("schedule", "checkpoint", "metrics", "source", "convert", "schema", "model", "error")
            .whereLayer("preflight")
            .mayOnlyAccessLayers("apply", "checkpoint", "snapshot", "source", "convert", "schema", "model", "error")
            .whereLayer("preflight")
            .mayOnlyBeAccessedByLayers("pipeline")
            .whereLayer("pipeline")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_THE_BINLOG_LIBRARY = noClasses()
            .that()
            .resideOutsideOfPackage("io.gaussferry.source.binlog..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.shyiko..");

    @ArchTest
    static final ArchRule THE_CORE_KNOWS_NO_SPRING =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.springframework..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule CODECS_NEED_NO_DATABASE = classes()
            .that()
            .resideInAPackage("io.gaussferry.convert..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "io.gaussferry.model..",
                    "io.gaussferry.schema..",
                    "io.gaussferry.error..",
                    "io.gaussferry.convert..");
}
