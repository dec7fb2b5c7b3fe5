package io.gaussferry.assess;

/**
 * One decision or one piece of work.
 *
 * @param area its subject
 * @param rule the finding, the object's state or the rule that requires it
 * @param subject the server, table, object, statement or account
 * @param reason why it is required
 * @param action what to do
 */
public record EffortItem(Area area, String rule, String subject, String reason, String action) {

    /** The subjects of work. */
    public enum Area {
        SERVERS("servers and settings"),
        TABLES("tables"),
        OBJECTS("objects"),
        STATEMENTS("statements of the application"),
        ACCOUNTS("accounts");

        private final String description;

        Area(String description) {
            this.description = description;
        }

        /** Returns its name in reports. */
        public String description() {
            return description;
        }
    }
}
