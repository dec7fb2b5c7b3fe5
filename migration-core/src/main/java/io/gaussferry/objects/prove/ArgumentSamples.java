package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Chooses arguments for a routine: values of columns that are named like its parameters, and values at the edge of each type. */
final class ArgumentSamples {

    private static final int CALLS = 8;
    private static final int MOST_CALLS = 12;
    private static final int UNFIT_CALLS = 4;
    private static final int COMPARED = 3;
    private static final int LONGEST_UNFIT = 1_000;
    private static final int SAMPLED_TABLES = 3;
    private static final List<String> PREFIXES = List.of("p_", "in_", "i_", "par_", "v_", "_", "p", "in");

    private static final List<String> SMALL_NUMBERS = List.of("1", "2", "3");
    private static final Pattern INSERTED =
            Pattern.compile("\\(([\\w`,\\s$]+)\\)\\s*VALUES?\\s*\\(", Pattern.CASE_INSENSITIVE);
    private static final String COLUMN = "([\\w`.$]+)";
    private static final String OPERATOR = "\\s*(?:=|<=|>=|<>|!=|<|>|\\bLIKE\\b)\\s*";

    /** A function of the parameter, such as CONCAT of a pattern, that is compared. */
    private static final String WITHIN =
            "(?:(?:CONCAT\\s*\\(\\s*(?:'[^']*'\\s*,\\s*)?|(?:COALESCE|IFNULL|NULLIF|TRIM|LOWER|UPPER|BINARY)\\s*\\(?\\s*))?";

    private static final Pattern SEPARATOR = Pattern.compile("(?i).*(?:delim|separator|splitter|_sep|sep).*");
    /** Strings that a routine may divide. */
    private static final String SEPARATED = "one,two,three";

    private final ColumnSamples samples;
    private final ProofRows rows;

    ArgumentSamples(ColumnSamples samples, ProofRows rows) {
        this.samples = samples;
        this.rows = rows;
    }

    /**
     * Returns the arguments of some calls: for each IN and INOUT parameter a value, as both servers read it; null for NULL. The last calls have
     * one argument each that does not fit its type.
     *
     * @param compared the literals that the routine compares with variables, by their names in lower case
     * @param sql the routine's, in which parameters are compared with columns
     */
    List<List<@Nullable String>> calls(List<Parameter> parameters, Map<String, Set<String>> compared, String sql)
            throws SQLException {
        List<Parameter> given = parameters.stream()
                .filter(parameter -> parameter.mode() != Parameter.Mode.OUT)
                .toList();
        List<List<@Nullable String>> values = new ArrayList<>();
        for (Parameter parameter : given) {
            values.add(values(parameter, literals(parameter, compared), sql));
        }
        int literals = given.stream()
                .mapToInt(parameter -> literals(parameter, compared).size())
                .max()
                .orElse(0);
        int calls = values.isEmpty() ? 1 : Math.min(MOST_CALLS, CALLS + literals);
        List<List<@Nullable String>> arguments = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            List<@Nullable String> row = new ArrayList<>();
            for (List<@Nullable String> choice : values) {
                row.add(choice.get(call % choice.size()));
            }
            arguments.add(row);
        }
        for (int i = 0; i < Math.min(given.size(), UNFIT_CALLS); i++) {
            Optional<String> unfit = unfit(given.get(i).source());
            if (given.get(i).mode() == Parameter.Mode.IN && unfit.isPresent()) {
                List<@Nullable String> row = new ArrayList<>(arguments.get(0));
                row.set(i, unfit.get());
                arguments.add(row);
            }
        }
        if (given.stream().anyMatch(ArgumentSamples::isSeparator)) {
            arguments.add(separated(given, arguments.get(0)));
        }
        if (rows == ProofRows.VARIED && !given.isEmpty()) {
            arguments.addAll(new RowArguments(samples, given, sql).calls());
        }
        return arguments;
    }

    private static boolean isSeparator(Parameter parameter) {
        return parameter.source().type().isText()
                && SEPARATOR.matcher(parameter.name()).matches();
    }

    /** Returns arguments with a string that the separator divides, for a routine that has a parameter for it. */
    private static List<@Nullable String> separated(List<Parameter> given, List<@Nullable String> usual) {
        List<@Nullable String> row = new ArrayList<>(usual);
        for (int i = 0; i < given.size(); i++) {
            ColumnDefinition parameter = given.get(i).source();
            if (isSeparator(given.get(i))) {
                row.set(i, ",");
            } else if (parameter.type().isText() && parameter.length() >= SEPARATED.length()) {
                row.set(i, SEPARATED);
            } else if (parameter.type().isInteger()) {
                row.set(i, "2");
            }
        }
        return row;
    }

    private static List<String> literals(Parameter parameter, Map<String, Set<String>> compared) {
        return compared.getOrDefault(parameter.name().toLowerCase(Locale.ROOT), Set.of()).stream()
                .limit(COMPARED)
                .flatMap(literal -> variants(literal, parameter.source()).stream())
                .toList();
    }

    private List<@Nullable String> values(Parameter parameter, List<String> literals, String sql) throws SQLException {
        Set<@Nullable String> values = new LinkedHashSet<>(literals);
        List<Meant> meant = meant(parameter, sql);
        List<String> sampled = new ArrayList<>();
        for (Meant column : meant) {
            sampled.addAll(samples.values(column.table(), column.column()));
        }
        values.addAll(sampled);
        if (sampled.isEmpty() && parameter.source().type().isInteger()) {
            values.addAll(SMALL_NUMBERS);
        }
        values.addAll(edges(parameter.source(), meant));
        values.add(null);
        return new ArrayList<>(values);
    }

    /** Returns values at the edges of the parameter's type; those of text must also fit the column that it is meant for. */
    private static List<String> edges(ColumnDefinition parameter, List<Meant> meant) {
        return parameter.type().isText() && !meant.isEmpty()
                ? ColumnType.of(meant.get(0).column()).samples().stream()
                        .filter(value -> value.length() <= parameter.length())
                        .toList()
                : ColumnType.of(parameter).samples();
    }

    /** Returns a literal in forms that a collation may take for equal, and others that reach the other branch. */
    static List<String> variants(String literal, ColumnDefinition parameter) {
        if (!parameter.type().isText()) {
            return ColumnType.of(parameter).boundaries(literal);
        }
        String upper = literal.toUpperCase(Locale.ROOT);
        List<String> variants = new ArrayList<>(
                List.of(literal, upper.equals(literal) ? literal.toLowerCase(Locale.ROOT) : upper, literal + " "));
        variants.removeIf(variant -> variant.length() > parameter.length());
        return variants;
    }

    /** Returns a value that does not fit a type; empty if there is none that both servers read alike. */
    static Optional<String> unfit(ColumnDefinition parameter) {
        if (parameter.type().isInteger()) {
            return Optional.of(
                    ColumnType.of(parameter).range().high().add(BigInteger.ONE).toString());
        }
        if (parameter.type() == MySqlType.DECIMAL) {
            return Optional.of("1" + "0".repeat(parameter.precision() - parameter.scale()));
        }
        boolean isShort = (parameter.type() == MySqlType.VARCHAR || parameter.type() == MySqlType.CHAR)
                && parameter.length() <= LONGEST_UNFIT;
        if (parameter.type() == MySqlType.ENUM) {
            return Optional.of("gaussferry");
        }
        return isShort ? Optional.of("x".repeat((int) parameter.length() + 1)) : Optional.empty();
    }

    /** Returns the columns with which SQL compares a parameter, or that it sets to it or inserts it into, in lower case. */
    static Set<String> comparedColumns(String sql, String parameter) {
        String name = name(parameter);
        Set<String> columns = new LinkedHashSet<>(insertedColumns(sql, parameter));
        List<String> patterns = List.of(
                COLUMN + "\\s*\\)?" + OPERATOR + WITHIN + name,
                "\\b(?:FIND_IN_SET|INSTR)\\s*\\(\\s*" + COLUMN + "\\s*,\\s*" + name,
                "\\bLOCATE\\s*\\(\\s*" + name + "\\s*,\\s*" + COLUMN,
                COLUMN + "\\s+IN\\s*\\(\\s*(?:[^()]*,\\s*)?" + name,
                name + OPERATOR + COLUMN,
                COLUMN + "\\s*\\)?\\s*\\bBETWEEN\\s+(?:\\S+\\s+AND\\s+)?" + name);
        for (String pattern : patterns) {
            Matcher matcher = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(sql);
            while (matcher.find()) {
                String column = matcher.group(1).replace("`", "").toLowerCase(Locale.ROOT);
                columns.add(column.substring(column.lastIndexOf('.') + 1));
            }
        }
        return columns;
    }

    /** Returns the columns into which SQL inserts a parameter, in lower case. */
    static Set<String> insertedColumns(String sql, String parameter) {
        String name = name(parameter);
        Set<String> columns = new LinkedHashSet<>();
        Matcher inserts = INSERTED.matcher(sql);
        while (inserts.find()) {
            String[] inserted = inserts.group(1).split(",");
            List<String> values = list(sql, inserts.end());
            for (int i = 0; i < Math.min(inserted.length, values.size()); i++) {
                if (values.get(i).strip().matches("(?i)" + name)) {
                    columns.add(inserted[i].strip().replace("`", "").toLowerCase(Locale.ROOT));
                }
            }
        }
        return columns;
    }

    /** Returns the elements of a list of expressions that starts at an offset, behind its parenthesis. */
    private static List<String> list(String sql, int start) {
        List<String> elements = new ArrayList<>();
        int depth = 0;
        int from = start;
        for (int i = start; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '\'' || c == '"') {
                int end = sql.indexOf(c, i + 1);
                i = end < 0 ? sql.length() : end;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && depth-- == 0) {
                elements.add(sql.substring(from, i));
                break;
            } else if (c == ',' && depth == 0) {
                elements.add(sql.substring(from, i));
                from = i + 1;
            }
        }
        return elements;
    }

    private static String name(String parameter) {
        return parameter.startsWith("@")
                ? Pattern.quote(parameter) + "\\b"
                : "`?\\b" + Pattern.quote(parameter) + "\\b`?";
    }

    /** A column whose values are arguments for a parameter. */
    private record Meant(TableDefinition table, ColumnDefinition column) {}

    private List<Meant> meant(Parameter parameter, String sql) {
        List<Meant> meant = new ArrayList<>();
        if (parameter.source().type().isBytes()) {
            return meant;
        }
        Set<String> comparedColumns = comparedColumns(sql, parameter.name());
        for (TableDefinition table : samples.tables()) {
            for (ColumnDefinition column : table.columns()) {
                boolean isMeant =
                        isNamedLike(parameter.name(), column.name(), table.id().name())
                                || comparedColumns.contains(column.name().toLowerCase(Locale.ROOT));
                if (isMeant && isSampledFor(column, parameter.source()) && meant.size() < SAMPLED_TABLES) {
                    meant.add(new Meant(table, column));
                }
            }
        }
        return meant;
    }

    static boolean isSampledFor(ColumnDefinition column, ColumnDefinition parameter) {
        boolean isString = column.type().isText() || column.type() == MySqlType.ENUM;
        return isString && parameter.type().isText()
                || ValueKind.of(column.type().name())
                        == ValueKind.of(parameter.type().name());
    }

    /** Returns whether a parameter's name is a column's, with a usual prefix, or with the table's name before it. */
    static boolean isNamedLike(String parameter, String column, String table) {
        String name = parameter.toLowerCase(Locale.ROOT);
        String known = column.toLowerCase(Locale.ROOT);
        String qualified = table.toLowerCase(Locale.ROOT) + "_" + known;
        if (name.equals(known) || name.equals(qualified)) {
            return true;
        }
        return PREFIXES.stream().anyMatch(prefix -> name.equals(prefix + known) || name.equals(prefix + qualified));
    }
}
