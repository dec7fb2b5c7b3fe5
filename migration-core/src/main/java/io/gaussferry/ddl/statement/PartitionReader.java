package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionDefHashContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionDefKeyContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionDefRangeListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionDefinitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionDefinitionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionTypeDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionValueItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PartitionValueItemListParenContext;
import io.gaussferry.schema.Partitioning.Partition;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts partitions. A bound that MySQL would have to compute is unknown. */
final class PartitionReader {

    private final ExpressionPrinter expressions;

    PartitionReader(StatementContext context) {
        this.expressions = new ExpressionPrinter(context);
    }

    PartitionSpec read(PartitionClauseContext clause) {
        PartitionTypeDefContext type = clause.partitionTypeDef();
        return new PartitionSpec(
                method(type),
                expression(type),
                clause.real_ulong_number() == null
                        ? 0
                        : Integer.parseInt(clause.real_ulong_number().getText()),
                partitions(clause.partitionDefinitions()));
    }

    private static String method(PartitionTypeDefContext type) {
        if (type instanceof PartitionDefKeyContext key) {
            return key.LINEAR_SYMBOL() != null ? "LINEAR KEY" : "KEY";
        }
        if (type instanceof PartitionDefHashContext hash) {
            return hash.LINEAR_SYMBOL() != null ? "LINEAR HASH" : "HASH";
        }
        PartitionDefRangeListContext range = (PartitionDefRangeListContext) type;
        return (range.RANGE_SYMBOL() != null ? "RANGE" : "LIST") + (range.COLUMNS_SYMBOL() != null ? " COLUMNS" : "");
    }

    private String expression(PartitionTypeDefContext type) {
        if (type instanceof PartitionDefKeyContext key) {
            return columns(Names.of(key.identifierList()));
        }
        if (type instanceof PartitionDefHashContext hash) {
            return expressions.print(hash.bitExpr()).text();
        }
        PartitionDefRangeListContext range = (PartitionDefRangeListContext) type;
        return range.COLUMNS_SYMBOL() != null
                ? columns(Names.of(range.identifierList()))
                : expressions.print(range.bitExpr()).text();
    }

    private static String columns(List<String> names) {
        return names.stream().map(name -> "`" + name.replace("`", "``") + "`").collect(Collectors.joining(","));
    }

    List<Partition> partitions(@Nullable PartitionDefinitionsContext definitions) {
        return definitions == null
                ? List.of()
                : definitions.partitionDefinition().stream()
                        .map(this::partition)
                        .toList();
    }

    private Partition partition(PartitionDefinitionContext partition) {
        return new Partition(Names.of(partition.identifier()), bound(partition));
    }

    private @Nullable String bound(PartitionDefinitionContext partition) {
        if (partition.MAXVALUE_SYMBOL() != null) {
            return "MAXVALUE";
        }
        if (partition.partitionValueItemListParen() != null) {
            return values(partition.partitionValueItemListParen());
        }
        if (partition.partitionValuesIn() == null) {
            return null;
        }
        List<PartitionValueItemListParenContext> lists =
                partition.partitionValuesIn().partitionValueItemListParen();
        if (lists.size() == 1) {
            return values(lists.get(0));
        }
        StringBuilder bound = new StringBuilder();
        for (PartitionValueItemListParenContext list : lists) {
            String values = values(list);
            if (values == null) {
                return null;
            }
            bound.append(bound.isEmpty() ? "(" : ",(").append(values).append(')');
        }
        return bound.toString();
    }

    private @Nullable String values(PartitionValueItemListParenContext list) {
        StringBuilder values = new StringBuilder();
        for (PartitionValueItemContext item : list.partitionValueItem()) {
            String value = item.MAXVALUE_SYMBOL() != null ? "MAXVALUE" : expressions.constant(item.bitExpr());
            if (value == null) {
                return null;
            }
            values.append(values.isEmpty() ? "" : ",").append(value);
        }
        return values.toString();
    }
}
