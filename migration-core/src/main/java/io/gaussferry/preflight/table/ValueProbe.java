package io.gaussferry.preflight.table;

import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;

/**
 * A query that searches a table for unsuitable values.
 *
 * @param code the finding to report if the query returns a row
 * @param location the location of the values
 * @param subject the column or key, as the subject of a sentence
 * @param from the query after {@code SELECT 1 FROM}: it returns a row if there is such a value
 * @param what the value, as the end of a sentence
 * @param why the consequence, as a sentence
 * @param remedy the user's action
 */
record ValueProbe(
        FindingCode code,
        FindingLocation location,
        String subject,
        String from,
        String what,
        String why,
        String remedy) {}
