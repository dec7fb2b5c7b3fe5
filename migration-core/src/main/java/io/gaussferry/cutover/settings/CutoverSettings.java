package io.gaussferry.cutover.settings;

import io.gaussferry.mysql.SourceSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pipeline's cutover.
 *
 * @param fence how the source is made to refuse writes
 * @param accounts the accounts that {@link FenceMethod#LOCK_ACCOUNTS} locks
 * @param serviceUsers the user names that {@link FenceMethod#MANAGED} trusts because they belong to the service that operates the source
 * @param raise the command of {@link FenceMethod#HOOK} that makes the source refuse writes; null for other methods
 * @param release the command that makes the source accept writes again; null for other methods
 * @param source the source, with the account that may fence it
 * @param deadlines of the steps
 * @param hooks commands before and after steps
 * @param objects the views, routines, triggers and events that OBJECTS creates
 * @param guards whether the target refuses what MySQL would refuse while changes are replicated to MySQL
 * @param maximumPrepareLag the longest lag of replication that PREPARE may cause
 * @param maximumRefused a cutover whose forecast exceeds this does not start
 * @param unreplicatedDecisions whether decisions may exist on the target's primary only
 * @param retainedLogLimit bytes of log that the target may retain for reverse replication, which otherwise gives up its slot; empty for no limit
 * @param verifyConnections ranges compared in parallel while writers are refused: 1 to 16
 */
public record CutoverSettings(
        FenceMethod fence,
        List<SourceAccount> accounts,
        Set<String> serviceUsers,
        @Nullable HookCommand raise,
        @Nullable HookCommand release,
        SourceSettings source,
        StepDeadlines deadlines,
        Map<HookPoint, HookCommand> hooks,
        CreatedObjects objects,
        boolean guards,
        Duration maximumPrepareLag,
        Duration maximumRefused,
        boolean unreplicatedDecisions,
        OptionalLong retainedLogLimit,
        int verifyConnections) {

    /** How the source is made to refuse writes. */
    public enum FenceMethod {
        SUPER_READ_ONLY,
        LOCK_ACCOUNTS,
        MANAGED,
        HOOK
    }

    public CutoverSettings {
        accounts = List.copyOf(accounts);
        serviceUsers = Set.copyOf(serviceUsers);
        hooks = Map.copyOf(hooks);
        if ((fence == FenceMethod.LOCK_ACCOUNTS) == accounts.isEmpty()) {
            throw new IllegalArgumentException("LOCK_ACCOUNTS needs accounts, other fences accept none");
        }
        if ((fence == FenceMethod.HOOK) == (raise == null) || (raise == null) != (release == null)) {
            throw new IllegalArgumentException("HOOK needs two commands, other fences accept none");
        }
    }
}
