package io.gaussferry.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random transactions whose keys are few words in many spellings, which a collation without case and accents treats as equal. */
final class Spellings {

    private static final int LARGEST_TRANSACTION = 4;

    private final Random random;
    private final boolean isPadded;
    private final boolean isAccented;
    private final boolean childrenSpellFreely;
    private int lastChild = 10;

    /**
     * @param collation of the keys
     * @param childrenSpellFreely whether a child may spell its parent's key in another way
     */
    Spellings(Random random, String collation, boolean childrenSpellFreely) {
        this.random = random;
        this.isPadded = !collation.contains("_0900_");
        this.isAccented = !collation.startsWith("latin1_");
        this.childrenSpellFreely = childrenSpellFreely;
    }

    /** Returns the statements that create the tables. */
    static String[] tables(String collation) {
        String word = " VARCHAR(12) CHARACTER SET " + collation.substring(0, collation.indexOf('_')) + " COLLATE "
                + collation;
        return new String[] {
            "CREATE TABLE parent (k" + word + " PRIMARY KEY, u" + word + " UNIQUE, n INT)",
            "CREATE TABLE child (id INT PRIMARY KEY, p" + word + ", n INT, CONSTRAINT of_parent FOREIGN KEY (p)"
                    + " REFERENCES parent (k) ON UPDATE CASCADE ON DELETE CASCADE)",
            "CREATE TABLE detail (p" + word + " PRIMARY KEY, n INT, CONSTRAINT detail_of_parent FOREIGN KEY (p)"
                    + " REFERENCES parent (k) ON UPDATE CASCADE ON DELETE CASCADE)",
            "CREATE TABLE note (id INT PRIMARY KEY, d" + word + ", e" + word + ", CONSTRAINT note_of_detail"
                    + " FOREIGN KEY (d) REFERENCES detail (p) ON UPDATE CASCADE ON DELETE CASCADE,"
                    + " CONSTRAINT note_of_other FOREIGN KEY (e) REFERENCES detail (p)"
                    + " ON UPDATE SET NULL ON DELETE SET NULL)"
        };
    }

    /** Returns the statements of a transaction; some may be refused. */
    List<String> transaction() {
        List<String> statements = new ArrayList<>();
        int size = 1 + random.nextInt(LARGEST_TRANSACTION);
        for (int i = 0; i < size; i++) {
            statements.add(statement());
        }
        return statements;
    }

    private String statement() {
        String word = "abcd".charAt(random.nextInt(4)) + "e";
        String key = spelled(word);
        int number = random.nextInt(1000);
        return switch (random.nextInt(12)) {
            case 0, 1 -> "INSERT INTO parent VALUES (" + key + ", " + optional() + ", " + number + ")";
            case 2 -> child(key, number);
            case 3 -> "UPDATE parent SET k = " + spelled(word) + ", n = " + number + " WHERE k = " + key;
            case 4 -> "UPDATE parent SET k = " + spelled("abcd".charAt(random.nextInt(4)) + "e") + " WHERE k = " + key;
            case 5 -> "UPDATE parent SET u = " + optional() + " WHERE k = " + key;
            case 6 -> "UPDATE parent SET n = " + number + " WHERE k = " + key;
            case 7 -> "DELETE FROM parent WHERE k = " + key;
            case 8 -> "DELETE FROM child WHERE p = " + key;
            case 9 -> detail(key, number);
            default -> note(key);
        };
    }

    private String child(String key, int number) {
        lastChild++;
        return childrenSpellFreely
                ? "INSERT INTO child VALUES (" + lastChild + ", " + key + ", " + number + ")"
                : "INSERT INTO child SELECT " + lastChild + ", k, n FROM parent WHERE k = " + key;
    }

    private String detail(String key, int number) {
        return childrenSpellFreely
                ? "INSERT INTO detail VALUES (" + key + ", " + number + ")"
                : "INSERT INTO detail SELECT k, n FROM parent WHERE k = " + key;
    }

    private String note(String key) {
        lastChild++;
        return childrenSpellFreely
                ? "INSERT INTO note VALUES (" + lastChild + ", " + key + ", " + key + ")"
                : "INSERT INTO note SELECT " + lastChild + ", p, p FROM detail WHERE p = " + key;
    }

    private String optional() {
        return random.nextInt(3) == 0 ? "NULL" : spelled("uvwxyz".charAt(random.nextInt(6)) + "e");
    }

    private String spelled(String word) {
        String vowels = isAccented ? "eEéÉèê" : "eE";
        String first = random.nextBoolean()
                ? word.substring(0, 1)
                : word.substring(0, 1).toUpperCase(Locale.ROOT);
        String blanks = isPadded && random.nextInt(4) == 0 ? " " : "";
        return "'" + first + vowels.charAt(random.nextInt(vowels.length())) + blanks + "'";
    }
}
