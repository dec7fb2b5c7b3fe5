package io.gaussferry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.type.TargetTypes;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The direction of dependencies. */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.gaussferry.";

    /** Every package, after the packages that it depends on: so there are no cycles. A new package is added here. */
    private static final List<String> PACKAGES = List.of(
            // what everybody knows
            "error",
            "jdbc",
            "model",
            "metrics",
            "state",
            "checkpoint",
            "schema",
            // what differs between the products that can be the target
            "target",
            "target.cluster",
            "target.opengauss",
            "target.postgresql",
            // threads
            "lifecycle",
            // values, from MySQL's bytes to the target's text
            "convert.text",
            "convert.rule",
            "mysql.wire",
            "mysql.charset",
            "mysql.json",
            "mysql.value",
            "convert.encode",
            "type",
            "convert",
            "convert.image",
            // what a statement says
            "ddl.statement",
            // changes, and the two servers
            "change",
            "mysql",
            "mysql.catalog",
            "opengauss",
            "opengauss.catalog",
            "opengauss.definition",
            "opengauss.guard",
            "opengauss.additive",
            "opengauss.decoding",
            // statements that change definitions
            "ddl.evolve",
            "ddl.translate",
            "ddl.plan",
            "mysql.binlog",
            "mysql.history",
            // care for both servers
            "throttle",
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
            // views, routines, triggers, events
            "objects.source",
            "objects.translate",
            "objects.prove",
            "objects",
            // statements of applications
            "application.collect",
            "application.rule",
            "application",
            // accounts, roles, grants
            "accounts",
            "preflight.finding",
            "preflight.mysql",
            "preflight.opengauss",
            "preflight.table",
            "preflight",
            // what a migration will need, before it starts
            "assess.settings",
            "assess.forecast",
            "assess.probe",
            "assess",
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
            "cutover.rehearse",
            "cutover",
            // what a process shows its operators, and runs for them
            "status",
            "control",
            "http");

    @ArchTest
    static final ArchRule aPackageDependsOnlyOnThoseBeforeIt = classes()
            .should(new ArchCondition<>("depend on no later package") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    int own = position(item);
                    if (own < 0) {
                        events.add(SimpleConditionEvent.violated(
                                item, item.getPackageName() + " is missing in the list of packages"));
                    }
                    for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                        if (position(dependency.getTargetClass()) > own) {
                            events.add(SimpleConditionEvent.violated(item, dependency.getDescription()));
                        }
                    }
                }
            });

    @ArchTest
    static void everySimpleNameIsUnique(JavaClasses classes) {
        Map<String, List<String>> names = classes.stream()
                .filter(item -> item.isTopLevelClass() && !item.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        names.values().removeIf(all -> all.size() == 1);
        assertThat(names).as("classes of the core with one simple name").isEmpty();
    }

    private static int position(JavaClass item) {
        String name = item.getPackageName();
        return name.startsWith(ROOT) ? PACKAGES.indexOf(name.substring(ROOT.length())) : -1;
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
            .resideOutsideOfPackages(
                    "io.gaussferry.verify..",
                    "io.gaussferry.objects..",
                    "io.gaussferry.application..",
                    "io.gaussferry.assess..",
                    "io.gaussferry.pipeline..",
                    "io.gaussferry.cutover..",
                    "io.gaussferry.status..",
                    "io.gaussferry.control..")
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

    /** A difference between products is a method of {@link TargetDialect}, or of {@link TargetTypes}. */
    @ArchTest
    static final ArchRule ONLY_TARGETS_AND_TYPES_KNOW_THE_PRODUCT = classes()
            .that()
            .resideOutsideOfPackage("io.gaussferry.target..")
            .and()
            .doNotBelongToAnyOf(TargetProfile.class, TargetTypes.class)
            .should(new ArchCondition<>("not ask for the target's product") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    item.getAccessesFromSelf().stream()
                            .filter(access -> access.getTargetOwner().isEquivalentTo(TargetProfile.Product.class)
                                    || (access.getTargetOwner().isEquivalentTo(TargetProfile.class)
                                            && List.of("product", "compatibility", "dolphin")
                                                    .contains(access.getTarget().getName())))
                            .forEach(
                                    access -> events.add(SimpleConditionEvent.violated(item, access.getDescription())));
                }
            });

    /** An action that {@code ddl.evolve} does not know would be ignored: only these two change no definition. */
    @ArchTest
    static void everyActionIsEvolved(JavaClasses classes) {
        Set<String> known = classes.stream()
                .filter(item -> item.getPackageName().equals("io.gaussferry.ddl.evolve"))
                .flatMap(item -> item.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getName())
                .collect(Collectors.toSet());
        assertThat(AlterAction.class.getPermittedSubclasses())
                .filteredOn(action -> !known.contains(action.getName()))
                .containsExactlyInAnyOrder(AlterAction.Algorithm.class, AlterAction.NoEffect.class);
    }

    @ArchTest
    static final ArchRule THREADS_KNOW_NO_DRIVER = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.lifecycle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.opengauss..", "com.mysql..", "com.zaxxer..");

    @ArchTest
    static final ArchRule ERRORS_KNOW_NO_DRIVER = noClasses()
            .that()
            .resideInAPackage("io.gaussferry.error..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.opengauss..", "com.mysql..", "com.zaxxer..");

    /** A server's message may quote a row: a class that creates an error from it marks it by {@code RowValueMarks.message}. */
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

    /** A computed limit of 0 would mean to wait indefinitely. */
    @ArchTest
    static final ArchRule ONE_CLASS_WAITS_WITH_A_LIMIT = noClasses()
            .that()
            .doNotHaveSimpleName("TimeLimit")
            .should()
            .callMethod(Object.class, "wait", long.class)
            .orShould()
            .callMethod(Object.class, "wait", long.class, int.class)
            .orShould()
            .callMethod(Thread.class, "join", long.class)
            .orShould()
            .callMethod(Thread.class, "join", long.class, int.class);

    @ArchTest
    static final ArchRule CODECS_NEED_NO_DATABASE = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.gaussferry.convert..",
                    "io.gaussferry.type..",
                    "io.gaussferry.mysql.wire..",
                    "io.gaussferry.mysql.charset..",
                    "io.gaussferry.mysql.json..",
                    "io.gaussferry.mysql.value..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.opengauss..", "com.mysql..", "com.zaxxer..", "com.github.shyiko..");
}
