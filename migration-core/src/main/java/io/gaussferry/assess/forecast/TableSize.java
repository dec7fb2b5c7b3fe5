package io.gaussferry.assess.forecast;

import io.gaussferry.model.TableId;

/**
 * The size of a source table by the server's statistics.
 *
 * @param table the table
 * @param rows its approximate number of rows
 * @param dataBytes the size of its rows
 * @param indexBytes the size of its other indexes
 * @param indexes the number of indexes that the target gets after the copy
 * @param foreignKeys the number of its foreign keys
 */
public record TableSize(TableId table, long rows, long dataBytes, long indexBytes, int indexes, int foreignKeys) {}
