package io.gaussferry.ddl.plan;

import io.gaussferry.convert.Conversion;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The settings for applying definition changes to the target.
 *
 * @param conversion the target's column types, for its product and mode, by the user's rules
 * @param schemas the replicated databases
 * @param tables the replicated tables; considers their databases
 * @param targetNames maps a table to its name on the target
 * @param foreignKeys the handling of foreign keys
 * @param cascadesLogged whether the source's binlog contains the row changes of foreign key actions
 * @param dropSchemas whether DROP DATABASE drops the target's schema
 * @param ignoresNameCase whether the source ignores case in table names ({@code lower_case_table_names} is not 0)
 */
public record FollowSettings(
        Conversion conversion,
        Predicate<String> schemas,
        Predicate<TableId> tables,
        UnaryOperator<TableId> targetNames,
        ForeignKeyPolicy foreignKeys,
        boolean cascadesLogged,
        boolean dropSchemas,
        boolean ignoresNameCase) {}
