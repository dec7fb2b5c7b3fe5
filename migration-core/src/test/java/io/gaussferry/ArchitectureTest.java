package io.gaussferry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import java.util.List;

/** The direction of dependencies. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.gaussferry.";

    /** Every room, each after all those that it knows: so there are no cycles. A new room takes its place here. */
    private static final List<String> ROOMS = List.of(
            // what everybody knows
            "error",
            "model",
            "metrics",
            "checkpoint",
            "schema",
            // values, from MySQL's bytes to the target's text
            "convert.text",
            "convert.rule",
            "mysql.wire",
            "mysql.charset",
            "mysql.json",
            "mysql.value",
            "convert",
            "convert.image",
            // what a statement says
            "ddl",
            "ddl.statement",
            // changes, and the two servers
            "change",
            "mysql",
            "mysql.catalog",
            "opengauss.catalog",
            "opengauss",
            "opengauss.definition",
            "opengauss.decoding",
            // threads
            "lifecycle",
            // statements that change definitions
            "ddl.evolve",
            "ddl.translate",
            "ddl.plan",
            "mysql.binlog",
            "mysql.history",
            // the initial copy
            "snapshot.range",
            "snapshot.source",
            "snapshot.chunk",
            "snapshot",
            // the replay
            "schedule.key",
            "schedule.order",
            "schedule.observe",
            "schedule",
            "apply",
            "apply.mysql",
            // around it
            "verify.read",
            "verify.changed",
            "verify.compare",
            "verify.structure",
            "verify",
            "preflight.finding",
            "preflight.mysql",
            "preflight.opengauss",
            "preflight.table",
            "preflight",
            // the conductor
            "pipeline.settings",
            "configuration",
            "pipeline.status",
            "pipeline.reverse",
            "pipeline.decision",
            "pipeline.snapshot",
            "pipeline.definition",
            "pipeline.run",
            "pipeline",
            // the end
            "cutover.state",
            "cutover.settings",
            "cutover.link",
            "cutover.fence",
            "cutover.objects",
            "cutover.record",
            "cutover.compare",
            "cutover.check",
            "cutover.step",
            "cutover");

    @ArchTest
    static final ArchRule A_ROOM_KNOWS_ONLY_THOSE_BEFORE_IT = classes()
            .should(new ArchCondition<>("know no later room") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    int own = place(item);
                    if (own < 0) {
                        events.add(
                                SimpleConditionEvent.violated(item, item.getPackageName() + " is in no list of rooms"));
                    }
                    for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                        if (place(dependency.getTargetClass()) > own) {
                            events.add(SimpleConditionEvent.violated(item, dependency.getDescription()));
                        }
                    }
                }
            });

    private static int place(JavaClass item) {
        String name = item.getPackageName();
        return name.startsWith(ROOT) ? ROOMS.indexOf(name.substring(ROOT.length())) : -1;
    }

    @ArchTest
    static final ArchRule ONLY_THE_PIPELINE_KNOWS_THE_REPLAY = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.gaussferry.apply..", "io.gaussferry.pipeline..", "io.gaussferry.configuration..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gaussferry.apply..");

    @ArchTest
    static final ArchRule ONLY_THE_PIPELINE_KNOWS_VERIFICATION = noClasses()
            .that()
            .resideOutsideOfPackages("io.gaussferry.verify..", "io.gaussferry.pipeline..", "io.gaussferry.cutover..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gaussferry.verify..");

    @ArchTest
    static final ArchRule THE_REPLAY_KNOWS_NOTHING_OF_THE_COPY_BUT_ITS_RANGES = noClasses()
            .that()
            .resideInAnyPackage("io.gaussferry.schedule..", "io.gaussferry.apply..", "io.gaussferry.verify..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gaussferry.snapshot", "io.gaussferry.snapshot.chunk..", "io.gaussferry.snapshot.source..");

    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_THE_BINLOG_LIBRARY = noClasses()
            .that()
            .resideOutsideOfPackage("io.gaussferry.mysql.binlog..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.shyiko..");

    @ArchTest
    static final ArchRule ERRORS_KNOW_NO_DRIVER = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.error..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.opengauss..", "com.mysql..", "com.zaxxer..");

    /** A server's message may quote a row: whoever makes an error of it marks it by {@code RowValues.message}. */
    @ArchTest
    static final ArchRule WHAT_A_SERVER_SAYS_IS_MARKED_IN_ERRORS = classes()
            .that()
            .resideOutsideOfPackage("io.gaussferry.error..")
            .should(new ArchCondition<>("mark a server's message where they make errors") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    boolean makesErrors = item.getConstructorCallsFromSelf().stream()
                            .anyMatch(call -> call.getTargetOwner().isAssignableTo(GaussferryException.class));
                    item.getMethodCallsFromSelf().stream()
                            .filter(call -> makesErrors
                                    && call.getTarget().getName().equals("getMessage")
                                    && call.getTargetOwner().isAssignableTo(SQLException.class))
                            .forEach(call -> events.add(SimpleConditionEvent.violated(item, call.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule THE_CORE_KNOWS_NO_SPRING =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.springframework..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule CODECS_NEED_NO_DATABASE = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.gaussferry.convert..",
                    "io.gaussferry.mysql.wire..",
                    "io.gaussferry.mysql.charset..",
                    "io.gaussferry.mysql.json..",
                    "io.gaussferry.mysql.value..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.opengauss..", "com.mysql..", "com.zaxxer..", "com.github.shyiko..");
}
