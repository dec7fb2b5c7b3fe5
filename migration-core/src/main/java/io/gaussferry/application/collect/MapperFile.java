package io.gaussferry.application.collect;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Reads the statements of a MyBatis mapper. Each is composed twice, with all of its optional parts and with none of them; of a choice, each
 * alternative is composed once.
 */
final class MapperFile {

    private static final Set<String> STATEMENTS = Set.of("select", "insert", "update", "delete");
    private static final Pattern PARAMETER = Pattern.compile("#\\{[^}]*}");
    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{[^}]*}");

    private final Workload workload;
    private final String database;
    private final String file;
    private final Map<String, Element> fragments = new HashMap<>();

    MapperFile(Workload workload, String database, Path file) {
        this.workload = workload;
        this.database = database;
        this.file = file.toString();
    }

    /** Reads the mapper; ignores XML of another kind. */
    void read(Path path) throws IOException {
        Element root;
        try {
            root = builder().parse(path.toFile()).getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            workload.miss("XML files that are not readable");
            return;
        }
        if (!root.getTagName().equals("mapper")) {
            return;
        }
        NodeList children = root.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element
                    && element.getTagName().equals("sql")) {
                fragments.put(element.getAttribute("id"), element);
            }
        }
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element && STATEMENTS.contains(element.getTagName())) {
                add(element);
            }
        }
    }

    /** No file outside of the mapper is read: its document type names one of the internet. */
    private static DocumentBuilder builder() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setExpandEntityReferences(false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
        builder.setErrorHandler(null);
        return builder;
    }

    private void add(Element statement) {
        int choices = 1;
        NodeList choose = statement.getElementsByTagName("choose");
        for (int i = 0; i < choose.getLength(); i++) {
            choices = Math.max(choices, alternatives((Element) choose.item(i)).size());
        }
        Set<String> forms = new LinkedHashSet<>();
        for (int choice = 0; choice < choices; choice++) {
            forms.add(compose(statement, new Form(true, choice)));
        }
        forms.add(compose(statement, new Form(false, 0)));
        for (String form : forms) {
            String sql = PARAMETER.matcher(form).replaceAll("?").strip();
            if (SUBSTITUTION.matcher(sql).find()) {
                workload.miss("statements of mappers with ${…}, whose SQL is known only when it runs");
            } else {
                workload.add(database, sql, 0, 0, file + "#" + statement.getAttribute("id"));
            }
        }
    }

    private record Form(boolean optional, int choice) {}

    private String compose(Node parent, Form form) {
        StringBuilder text = new StringBuilder();
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child instanceof Element element) {
                text.append(' ').append(element(element, form)).append(' ');
            } else if (child.getNodeType() == Node.TEXT_NODE || child.getNodeType() == Node.CDATA_SECTION_NODE) {
                text.append(child.getNodeValue());
            }
        }
        return text.toString();
    }

    private String element(Element element, Form form) {
        return switch (element.getTagName()) {
            case "include" -> {
                String name = element.getAttribute("refid");
                Element fragment = fragments.get(name.substring(name.lastIndexOf('.') + 1));
                yield fragment == null ? "${" + name + "}" : compose(fragment, form);
            }
            case "if" -> form.optional ? compose(element, form) : "";
            case "choose" -> {
                List<Element> alternatives = alternatives(element);
                // without the optional parts, the last one, which is the default
                int chosen = form.optional ? Math.min(form.choice, alternatives.size() - 1) : alternatives.size() - 1;
                yield chosen < 0 ? "" : compose(alternatives.get(chosen), form);
            }
            case "where" -> trimmed(compose(element, form), "WHERE", "AND|OR", "");
            case "set" -> trimmed(compose(element, form), "SET", "", ",");
            case "trim" ->
                trimmed(
                                compose(element, form),
                                element.getAttribute("prefix"),
                                element.getAttribute("prefixOverrides").strip().replaceAll("\\s*\\|\\s*", "|"),
                                element.getAttribute("suffixOverrides").strip())
                        + " " + element.getAttribute("suffix");
            case "foreach" -> element.getAttribute("open") + compose(element, form) + element.getAttribute("close");
            case "bind", "selectKey" -> "";
            default -> compose(element, form);
        };
    }

    private static List<Element> alternatives(Element choose) {
        List<Element> alternatives = new java.util.ArrayList<>();
        NodeList children = choose.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element alternative) {
                alternatives.add(alternative);
            }
        }
        return alternatives;
    }

    private static String trimmed(String content, String prefix, String before, String after) {
        String text = content.strip();
        if (!before.isEmpty()) {
            text = text.replaceFirst("(?i)^(?:" + before + ")\\b", "").strip();
        }
        if (!after.isEmpty() && text.endsWith(after)) {
            text = text.substring(0, text.length() - after.length());
        }
        return text.isEmpty() ? "" : prefix + " " + text;
    }
}
