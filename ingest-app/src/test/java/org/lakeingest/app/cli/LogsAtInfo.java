package org.lakeingest.app.cli;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * The log is set up once for the life of a process, by whatever command comes first; here that must not be one that logs less, whose
 * level would then be that of all later tests.
 */
final class LogsAtInfo implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        System.setProperty("ingest.log.level", "INFO");
        LoggerFactory.getLogger(LogsAtInfo.class).debug("set up");
    }
}
