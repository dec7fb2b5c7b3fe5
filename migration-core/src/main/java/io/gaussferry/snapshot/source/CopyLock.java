package io.gaussferry.snapshot.source;

/** Whether the copy may block writers of the source for the moment in which it opens its consistent reads. */
public enum CopyLock {
    /** With {@code FLUSH TABLES WITH READ LOCK}, if a table requires an exact position and the source is never idle. */
    WHEN_NEEDED,
    /** Never: if an exact position is required, the copy waits for a moment without commits. */
    NEVER
}
