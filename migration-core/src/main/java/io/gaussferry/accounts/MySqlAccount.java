package io.gaussferry.accounts;

import java.util.List;

/**
 * An account or role of MySQL, without its password.
 *
 * @param name its name
 * @param isRole whether it exists to be granted to accounts; MySQL only knows this of accounts that cannot log in
 * @param isLocked whether it cannot log in
 * @param plugin its authentication plugin; empty if unknown
 * @param requiresTls whether it refuses connections without TLS
 * @param requiresCertificate whether it refuses clients without a certificate
 * @param limits its resource limits, such as {@code max_questions 100}
 */
record MySqlAccount(
        AccountName name,
        boolean isRole,
        boolean isLocked,
        String plugin,
        boolean requiresTls,
        boolean requiresCertificate,
        List<String> limits) {

    MySqlAccount {
        limits = List.copyOf(limits);
    }
}
