package io.gaussferry.schema;

/** A kind of partitioning that a target may support. */
public enum PartitionKind {
    /** Each partition has the values below its bound. */
    RANGE,
    /** Each partition has its listed values. */
    LIST,
    /** A function of the server chooses the partition. */
    HASH
}
