package io.gaussferry.preflight.table;

import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Place;

/**
 * A question about the values of a table, which is asked by looking through it.
 *
 * @param code the finding where there is such a value
 * @param place whose values
 * @param subject the column or key, as it begins a sentence
 * @param from the query behind {@code SELECT 1 FROM}: it has a row if there is such a value
 * @param what the value, as it ends a sentence
 * @param why what comes of it, as a sentence
 * @param remedy what the user can do about it
 */
record ValueQuestion(
        FindingCode code, Place place, String subject, String from, String what, String why, String remedy) {}
