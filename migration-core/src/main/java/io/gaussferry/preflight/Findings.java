package io.gaussferry.preflight;

import java.util.ArrayList;
import java.util.List;

/** Collects findings while the checks run. Used by one thread. */
final class Findings {

    private final List<Finding> list = new ArrayList<>();

    void add(FindingCode code, Place place, String problem, String why, String remedy) {
        list.add(new Finding(code, place, problem, why, remedy));
    }

    void add(Finding finding) {
        list.add(finding);
    }

    List<Finding> list() {
        return List.copyOf(list);
    }
}
