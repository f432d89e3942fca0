package org.lakeingest.api.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares one setting, whole, in one place: binding, validation, the reference pages and the tests read it from here.
 *
 * <p>Types: boolean, int, long, double, String, enum, Duration, {@link DataSize}, URI, Path, {@link Secret}, a record of
 * options (a section), List and Optional of these, and {@code Map<String, String>} (settings passed through, such as
 * {@code client.*}). Ranges and cross-field rules are checked in the record's compact constructor, which throws
 * {@link IllegalArgumentException} with a message that starts with the option's name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Option {
    /** Kebab-case, with the unit out of the name: {@code request-timeout}, not {@code request-timeout-ms}. */
    String name();

    /** One sentence; the default is not repeated in it. */
    String description();

    /** In the text form a user would write; empty means required, unless the type is Optional, List, Map or a section. */
    String defaultValue() default "";

    /** Older names that still work, with a warning. */
    String[] formerNames() default {};

    /** Whether the section it belongs to may be written as this one value: {@code on-error: skip}. At most one of a record. */
    boolean alone() default false;
}
