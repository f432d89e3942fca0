package org.lakeingest.app.admin;

import java.util.Map;

/**
 * What the health pages show. Immutable.
 *
 * @param live false asks the orchestrator to restart the process
 * @param ready false means that no data moves, or not as it should
 * @param reason one line, for people
 * @param details further facts by name, in order
 */
public record Health(boolean live, boolean ready, String reason, Map<String, Object> details) {}
