/** The SPI: everything a source, format or sink needs to know of the engine. */
@NullMarked
package org.lakeingest.api;

import org.jspecify.annotations.NullMarked;
