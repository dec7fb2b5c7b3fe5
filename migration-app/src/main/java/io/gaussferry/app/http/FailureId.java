package io.gaussferry.app.http;

/**
 * A failed change's name in the API: {@code transaction@change}; a transaction alone, which replay waits at, without the change.
 *
 * @param transaction its GTID, or what takes the place of one
 * @param changeNumber its place among the transaction's changes, from 1; 0 for none in particular
 */
record FailureId(String transaction, int changeNumber) {

    /** @throws IllegalArgumentException if the text is no such name */
    static FailureId parse(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return new FailureId(text, 0);
        }
        try {
            return new FailureId(text.substring(0, at), Integer.parseInt(text.substring(at + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no failure's id.", e);
        }
    }

    @Override
    public String toString() {
        return transaction + "@" + changeNumber;
    }
}
