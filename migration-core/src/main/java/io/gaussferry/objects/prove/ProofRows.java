package io.gaussferry.objects.prove;

/** The rows with which an object is proven. */
enum ProofRows {
    /** The tables' rows; generated ones where a table is empty. */
    PRESENT,
    /**
     * Generated rows also in tables that have some, and user variables that have a value: for objects that show nothing otherwise. Their dates
     * are spread around the present time, their numbers differ between columns, and all literals that the objects compare with occur.
     */
    VARIED
}
