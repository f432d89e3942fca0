package org.lakeingest.api;

/** What a pipeline promises about every row. */
public enum Delivery {
    /** Rows and positions become durable together, and a writer that was replaced can write nothing more. */
    EXACTLY_ONCE,
    /** No row is lost; after a crash, or an answer that was lost, some may be there twice. */
    AT_LEAST_ONCE
}
