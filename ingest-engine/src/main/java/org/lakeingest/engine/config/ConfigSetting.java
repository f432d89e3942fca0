package org.lakeingest.engine.config;

/**
 * One option in force. Safe to print: secrets are masked, and a value that came by reference is shown as the reference.
 *
 * @param path of the option, joined by dots
 * @param value in the text form a user would write
 * @param origin {@code default}, or where it was set
 */
public record ConfigSetting(String path, String value, String origin) {}
