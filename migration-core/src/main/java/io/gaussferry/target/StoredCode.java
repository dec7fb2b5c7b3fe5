package io.gaussferry.target;

/** The differences between products in stored procedures and events. */
public interface StoredCode {

    /**
     * Returns the statement that creates a procedure.
     *
     * @param name its quoted name
     * @param parameters its parameters, separated by commas
     * @param asOwner whether it runs with the rights of its owner
     * @param commits whether it commits or rolls back
     * @param body its body in PL/pgSQL, from DECLARE or BEGIN to END
     */
    String createProcedure(String name, String parameters, boolean asOwner, boolean commits, String body);

    /** Returns whether the product executes events. */
    boolean hasEvents();
}
