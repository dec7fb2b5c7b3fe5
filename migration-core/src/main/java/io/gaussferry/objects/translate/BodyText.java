package io.gaussferry.objects.translate;

import java.util.ArrayList;
import java.util.List;

/** The lines of a body while it is written, and the declarations of the translation's own variables. */
final class BodyText {

    private final LocalNames locals;
    private final StringBuilder lines = new StringBuilder();
    private final List<String> temporaries = new ArrayList<>();
    private int indent = 1;

    BodyText(LocalNames locals) {
        this.locals = locals;
    }

    void line(String sql) {
        lines.append("  ".repeat(indent)).append(sql).append('\n');
    }

    /** Writes lines that are indented by one more level. */
    void indented(Runnable writing) {
        indent++;
        writing.run();
        indent--;
    }

    /** Declares a variable of the translation; returns its name. */
    String temporary(String type) {
        String name = locals.temporary();
        temporaries.add(name + " " + type);
        return name;
    }

    /** Returns the declarations, without the final semicolon. */
    List<String> temporaries() {
        return temporaries;
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
