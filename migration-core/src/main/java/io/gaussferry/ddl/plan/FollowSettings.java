package io.gaussferry.ddl.plan;

import io.gaussferry.convert.Conversion;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What the following of definitions depends on, beside the statement and the definitions before it.
 *
 * @param conversion which types the target's columns get: for its product and mode, by the user's rules
 * @param schemas which databases are replicated
 * @param tables which tables are replicated, their databases considered
 * @param targetNames what a table is called on the target
 * @param foreignKeys what becomes of foreign keys
 * @param cascadesLogged whether the source's binlog has what actions of foreign keys change
 * @param dropSchemas whether DROP DATABASE drops the target's schema
 * @param foldsNames whether the source ignores case in names of tables ({@code lower_case_table_names} is not 0)
 */
public record FollowSettings(
        Conversion conversion,
        Predicate<String> schemas,
        Predicate<TableId> tables,
        UnaryOperator<TableId> targetNames,
        ForeignKeyPolicy foreignKeys,
        boolean cascadesLogged,
        boolean dropSchemas,
        boolean foldsNames) {}
