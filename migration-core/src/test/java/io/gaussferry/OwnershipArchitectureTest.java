package io.gaussferry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.sql.Connection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One owner writes: a class that commits a transaction proves in it that its daemon owns the pipeline, or is named here with the reason why it need
 * not. A writer that is added and proves nothing fails.
 */
@AnalyzeClasses(packages = "io.gaussferry", importOptions = ImportOption.DoNotIncludeTests.class)
class OwnershipArchitectureTest {

    /** Calls by which a transaction holds the rows that a new owner changes first, or changes them itself. */
    private static final Map<String, Set<String>> PROOFS = Map.of(
            "checkpoint.Ownership", Set.of("hold", "holdSingleRow", "requireUpdated"),
            "checkpoint.OwnershipProof", Set.of("hold", "share"),
            "checkpoint.RepairAdmission", Set.of("mayCommit", "requireNoCutover"),
            "checkpoint.ProgressStore",
                    Set.of("takeOwnership", "renew", "raiseEpoch", "recordSourceChange", "addExecuted"),
            "snapshot.CopyStore", Set.of("takeOwnership", "begin", "count", "reached"),
            "pipeline.snapshot.TableHandover", Set.of("betweenRuns", "quarantine"),
            "pipeline.decision.OutstandingTransaction", Set.of("take"),
            "apply.OwnRecords", Set.of("updateProgress", "requireOwnership"),
            "apply.mysql.MySqlProgress", Set.of("begin", "takeOwnership"),
            "pipeline.reverse.ReverseReplay$Taking", Set.of("in"));

    /** Who commits without a proof, and why. */
    private static final Map<String, String> WITHOUT = Map.ofEntries(
            Map.entry("objects.prove.CommittingProof", "databases that only the proof has"),
            Map.entry("objects.prove.ProofCopies", "databases that only the proof has"),
            Map.entry("opengauss.ClusterMonitor", "the random name of a change of the primary, which is no progress"),
            Map.entry("opengauss.TargetSessions", "settings of a new session"),
            Map.entry("opengauss.OwnerSessions", "advisory locks of a session"),
            Map.entry("opengauss.RateLimitParticipants", "advisory locks of a session"),
            Map.entry("opengauss.SharedConnections", "advisory locks of a session"),
            Map.entry("opengauss.LockHolders", "ends sessions"),
            Map.entry("opengauss.decoding.LogicalSlot", "slots are in no transaction; its callers ask before"),
            Map.entry("pipeline.decision.DecisionCommit", "ends a transaction that has taken the pipeline over"),
            Map.entry("pipeline.reverse.DurablePosition", "reads"),
            Map.entry("pipeline.reverse.ReverseReplicationWatch", "reads"),
            Map.entry("pipeline.reverse.TargetSnapshot", "reads"),
            Map.entry("pipeline.reverse.TargetHeartbeat", "writes a row that nobody reads, to see it in the log"),
            Map.entry("pipeline.run.KnownDefinitions", "reads"),
            Map.entry("state.MySqlState", "the version of tables that MySQL has committed already"),
            Map.entry("verify.read.Sessions", "settings of a new session"));

    @ArchTest
    static final ArchRule WHO_COMMITS_PROVES_ITS_OWNERSHIP = classes()
            .should(new ArchCondition<>("prove their ownership if they commit") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    if (commits(item) && !proves(item) && !WITHOUT.containsKey(name(item))) {
                        events.add(SimpleConditionEvent.violated(
                                item,
                                item.getName() + " commits, and proves nowhere that its daemon owns the pipeline"));
                    }
                }
            });

    /**
     * With autocommit nothing is proven: only what openGauss refuses in a transaction may be done so, and calls of procedures that commit, on
     * copies of their tables.
     */
    @ArchTest
    static final ArchRule NOBODY_WRITES_WITH_AUTOCOMMIT = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.gaussferry.snapshot.CopyCompletion")
            .and()
            .doNotHaveFullyQualifiedName("io.gaussferry.cutover.objects.Preparation")
            .and()
            .doNotHaveFullyQualifiedName("io.gaussferry.objects.prove.CommittingProof")
            .and()
            .doNotHaveFullyQualifiedName("io.gaussferry.objects.prove.ProofCopies")
            .and()
            .resideOutsideOfPackages("io.gaussferry.mysql..", "io.gaussferry.opengauss..")
            .should()
            .callMethod(Connection.class, "setAutoCommit", boolean.class);

    @ArchTest
    static void who_is_named_commits_without_a_proof(JavaClasses classes) {
        Set<String> needless = new TreeSet<>(WITHOUT.keySet());
        for (JavaClass item : classes) {
            if (commits(item) && !proves(item)) {
                needless.remove(name(item));
            }
        }
        assertThat(needless).as("named without need").isEmpty();
    }

    private static String name(JavaClass item) {
        JavaClass outermost = item;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost.getName().substring("io.gaussferry.".length());
    }

    private static boolean commits(JavaClass item) {
        return item.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTarget().getName().equals("commit")
                        && call.getTargetOwner().isAssignableTo(Connection.class));
    }

    private static boolean proves(JavaClass item) {
        return item.getMethodCallsFromSelf().stream().anyMatch(OwnershipArchitectureTest::isProof);
    }

    private static boolean isProof(JavaMethodCall call) {
        return PROOFS.entrySet().stream()
                .anyMatch(proof -> call.getTargetOwner().getName().equals("io.gaussferry." + proof.getKey())
                        && proof.getValue().contains(call.getTarget().getName()));
    }
}
