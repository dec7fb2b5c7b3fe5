package io.gaussferry.opengauss;

import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.TargetHost;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The servers that were replaced as primary, and have not been rebuilt since. Each change of the primary has a random name, which is stored on
 * the new primary. A former primary that has the last stored name as well contains the history of its successor: it was rebuilt from it, even
 * if no answer showed it as a standby. Its role is no evidence, because a server that lacks its successor's history can be started as a standby.
 *
 * <p>Without names, as on a target whose tables are of an earlier version, the role of a standby has to do. Not thread-safe.
 */
final class FormerPrimaries {

    private final Set<TargetHost> hosts = new HashSet<>();
    private boolean hasNames;
    /** The name of the last change, until the next one; null without names. */
    private @Nullable String name;
    /** Whether the primary has the name. */
    private boolean isStored;

    /** Names the following changes. To be called if they are stored. */
    void nameChanges() {
        hasNames = true;
    }

    /** Returns the servers. */
    Set<TargetHost> hosts() {
        return Set.copyOf(hosts);
    }

    /**
     * Records that a server was replaced as primary.
     *
     * @param role its last known role
     */
    void replaced(TargetHost former, HostRole role) {
        name = hasNames ? UUID.randomUUID().toString() : null;
        isStored = false;
        if (hasNames || role != HostRole.STANDBY) {
            hosts.add(former);
        }
    }

    /** Records that a server is the primary. */
    void elected(TargetHost primary) {
        hosts.remove(primary);
    }

    /** Records that a server is a standby. */
    void standby(TargetHost host) {
        if (name == null) {
            hosts.remove(host);
        }
    }

    /** Returns the name to be stored on the primary; empty if it has it, or needs none. */
    Optional<String> toStore() {
        return isStored ? Optional.empty() : Optional.ofNullable(name);
    }

    /** Records that the primary has a name. A name of an earlier change is ignored. */
    void stored(String storedName) {
        isStored = isStored || storedName.equals(name);
    }

    /** Records that the primary cannot store names. */
    void withoutName() {
        name = null;
    }

    /** Returns the name that shows that a server was rebuilt; empty if it need not, or if the primary has none yet. */
    Optional<String> evidence(TargetHost host) {
        return isStored && hosts.contains(host) ? Optional.ofNullable(name) : Optional.empty();
    }

    /** Records that a server has a name. A name of an earlier change shows nothing. */
    void rebuilt(TargetHost host, String foundName) {
        if (isStored && foundName.equals(name)) {
            hosts.remove(host);
        }
    }
}
