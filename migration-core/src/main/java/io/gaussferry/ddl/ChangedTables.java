package io.gaussferry.ddl;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/**
 * Extracts the tables that a statement changes, for forms with table names at fixed positions. Returns no result for
 * other forms, never a guess.
 */
final class ChangedTables {

    /** At a name's position, a string in quotation marks is a name: the session has {@code ANSI_QUOTES}. */
    private static final Pattern NAME = Pattern.compile("`(?:[^`]|``)+`|\"(?:[^\"\\\\]|\"\")+\"|[\\p{L}\\p{N}_$]+");

    /** Keywords that start a query; {@code UNION} may join it to another. */
    private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(");

    private final String database;
    private final List<Token> tokens;
    private final List<TableId> changed = new ArrayList<>();
    private int at;
    private boolean sure = true;

    private ChangedTables(String database, List<Token> tokens) {
        this.database = database;
        this.tokens = tokens;
    }

    /**
     * Returns the tables that the statement creates, alters, empties, renames or drops; empty if they cannot be
     * determined.
     *
     * @param database the database of unqualified names
     */
    static Optional<List<TableId>> of(String database, List<Token> tokens) {
        ChangedTables statement = new ChangedTables(database, tokens);
        statement.read();
        return statement.sure ? Optional.of(List.copyOf(statement.changed)) : Optional.empty();
    }

    private void read() {
        switch (next()) {
            case "CREATE" -> create();
            case "ALTER" -> alter();
            case "DROP" -> drop();
            case "RENAME" -> rename();
            case "TRUNCATE" -> {
                skip("TABLE");
                name();
                end();
            }
            case "OPTIMIZE" -> {
                sure = skip("TABLE") || skip("TABLES");
                names();
                end();
            }
            default -> sure = false;
        }
    }

    private void names() {
        do {
            name();
        } while (skip(","));
    }

    private void create() {
        if (skip("TABLE")) {
            if (skip("IF")) {
                sure &= skip("NOT") && skip("EXISTS");
            }
            name(); // the rest may read other tables, but changes none
            while (at < tokens.size()) {
                if (next().equals("UNION")) {
                    members();
                }
            }
            return;
        }
        if (!skip("UNIQUE")) {
            skip("FULLTEXT");
        }
        index();
    }

    private void drop() {
        if (!skip("TABLE") && !skip("TABLES")) {
            index();
            return;
        }
        if (skip("IF")) {
            sure &= skip("EXISTS");
        }
        names();
        if (!skip("RESTRICT")) {
            skip("CASCADE");
        }
        end();
    }

    /** {@code INDEX name … ON table}. */
    private void index() {
        sure &= skip("INDEX");
        at++; // the index's name
        if (skip("USING")) {
            at++;
        }
        sure &= skip("ON");
        name();
    }

    private void rename() {
        sure &= skip("TABLE") || skip("TABLES");
        do {
            name();
            sure &= skip("TO");
            name();
        } while (sure && skip(","));
        end();
    }

    private void alter() {
        sure &= skip("TABLE");
        name();
        while (at < tokens.size()) {
            switch (next()) {
                case "RENAME" -> renameClause();
                case "EXCHANGE" -> sure = false; // exchanges the rows of a partition and of another table
                case "UNION" -> members();
                default -> {}
            }
        }
    }

    /** {@code UNION = (a, b)}: the rows of these tables change through the MERGE table. */
    private void members() {
        boolean assigned = skip("=");
        boolean opened = skip("(");
        if (opened && (assigned || !QUERIES.contains(StatementClassifier.word(tokens, at))) && !skip(")")) {
            names();
        }
    }

    private void renameClause() {
        if (Set.of("COLUMN", "INDEX", "KEY").contains(StatementClassifier.word(tokens, at))) {
            return;
        }
        if (!skip("TO") && !skip("AS")) {
            skip("=");
        }
        name();
    }

    /** Reads a name. A qualified name is lexed as {@code a} and {@code .b}, or as three tokens. */
    private void name() {
        String first = part();
        String dotted = StatementClassifier.word(tokens, at);
        if (!dotted.startsWith(".")) {
            changed.add(new TableId(database, first));
            return;
        }
        String second;
        if (dotted.equals(".")) {
            at++;
            second = part();
        } else {
            second = checked(tokens.get(at).getText().substring(1));
            at++;
        }
        changed.add(new TableId(first, second));
    }

    private String part() {
        String text = at < tokens.size() ? tokens.get(at).getText() : "";
        at++;
        return checked(text);
    }

    private String checked(String text) {
        sure &= NAME.matcher(text).matches();
        return StatementClassifier.unquote(text);
    }

    private String next() {
        String word = StatementClassifier.word(tokens, at);
        at++;
        return word;
    }

    private boolean skip(String word) {
        if (StatementClassifier.word(tokens, at).equals(word)) {
            at++;
            return true;
        }
        return false;
    }

    private void end() {
        skip(";");
        sure &= at == tokens.size();
    }
}
