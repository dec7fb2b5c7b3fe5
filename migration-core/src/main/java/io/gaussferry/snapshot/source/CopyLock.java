package io.gaussferry.snapshot.source;

/** Whether writers of the source may be held off for the moment in which the copy opens its consistent reads. */
public enum CopyLock {
    /** By {@code FLUSH TABLES WITH READ LOCK}, where a table needs an exact position and the source does not fall still by itself. */
    WHEN_NEEDED,
    /** Never: where an exact position is needed, a still moment is waited for. */
    NEVER
}
