package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.settings.SourceAccount;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The state of a server before {@link ManagedFence} changed it.
 *
 * @param server {@code server_uuid} of the server
 * @param accounts that were not locked
 * @param events that were enabled
 */
record ManagedMemory(String server, Set<SourceAccount> accounts, Set<EnabledEvent> events) {

    private static final String SERVER = "server";
    private static final String ACCOUNT = "account.";
    private static final String EVENT = "event.";
    private static final String SEPARATOR = "\t";

    ManagedMemory {
        accounts = Set.copyOf(accounts);
        events = Set.copyOf(events);
    }

    /** Returns this memory with more accounts and events. */
    ManagedMemory with(Collection<SourceAccount> moreAccounts, Collection<EnabledEvent> moreEvents) {
        Set<SourceAccount> allAccounts = new LinkedHashSet<>(accounts);
        allAccounts.addAll(moreAccounts);
        Set<EnabledEvent> allEvents = new LinkedHashSet<>(events);
        for (EnabledEvent event : moreEvents) {
            // an event that another session has altered meanwhile is restored as it was found first
            if (allEvents.stream().noneMatch(known -> isSame(known, event))) {
                allEvents.add(event);
            }
        }
        return new ManagedMemory(server, allAccounts, allEvents);
    }

    /** Returns whether the memory has an event of this name. */
    boolean has(EnabledEvent event) {
        return events.stream().anyMatch(known -> isSame(known, event));
    }

    private static boolean isSame(EnabledEvent one, EnabledEvent other) {
        return one.schema().equals(other.schema())
                && one.name().toLowerCase(Locale.ROOT).equals(other.name().toLowerCase(Locale.ROOT));
    }

    /** Returns the memory as names and values, the same for equal memories. */
    Map<String, String> toValues() {
        Map<String, String> values = new TreeMap<>();
        values.put(SERVER, server);
        number(
                values,
                ACCOUNT,
                accounts.stream()
                        .map(account -> line(account.user(), account.host()))
                        .collect(Collectors.toSet()));
        number(
                values,
                EVENT,
                events.stream()
                        .map(event -> line(
                                event.schema(),
                                event.name(),
                                event.definer().user(),
                                event.definer().host(),
                                event.characterSet(),
                                event.collation()))
                        .collect(Collectors.toSet()));
        return values;
    }

    private static void number(Map<String, String> values, String prefix, Set<String> lines) {
        int number = 0;
        for (String line : lines.stream().sorted().toList()) {
            values.put(String.format(Locale.ROOT, "%s%06d", prefix, number++), line);
        }
    }

    private static String line(String... parts) {
        return Arrays.stream(parts).map(ManagedMemory::escaped).collect(Collectors.joining(SEPARATOR));
    }

    /** Returns the memory of {@link #toValues}. */
    static ManagedMemory of(Map<String, String> values) {
        Set<SourceAccount> accounts = new LinkedHashSet<>();
        Set<EnabledEvent> events = new LinkedHashSet<>();
        values.forEach((name, value) -> {
            String[] parts = value.split(SEPARATOR, -1);
            for (int part = 0; part < parts.length; part++) {
                parts[part] = unescaped(parts[part]);
            }
            if (name.startsWith(ACCOUNT)) {
                accounts.add(new SourceAccount(parts[0], parts[1]));
            } else if (name.startsWith(EVENT)) {
                events.add(new EnabledEvent(
                        parts[0], parts[1], new SourceAccount(parts[2], parts[3]), parts[4], parts[5]));
            }
        });
        return new ManagedMemory(values.getOrDefault(SERVER, ""), accounts, events);
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String unescaped(String value) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < value.length(); at++) {
            char next = value.charAt(at);
            if (next == '\\') {
                at++;
                char code = value.charAt(at);
                next = code == 't' ? '\t' : code == 'n' ? '\n' : code == 'r' ? '\r' : code;
            }
            plain.append(next);
        }
        return plain.toString();
    }
}
