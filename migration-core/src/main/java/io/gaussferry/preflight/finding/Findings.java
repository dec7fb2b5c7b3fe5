package io.gaussferry.preflight.finding;

import java.util.ArrayList;
import java.util.List;

/** Collects findings while the checks run. Used by one thread. */
public final class Findings {

    private final List<Finding> list = new ArrayList<>();

    public void add(FindingCode code, FindingLocation location, String problem, String why, String remedy) {
        list.add(new Finding(code, location, problem, why, remedy));
    }

    public void add(Finding finding) {
        list.add(finding);
    }

    public List<Finding> list() {
        return List.copyOf(list);
    }
}
