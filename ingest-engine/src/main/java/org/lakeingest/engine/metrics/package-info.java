/** What is measured: the engine's own meters, and the SPI's face on the meter registry. */
@NullMarked
package org.lakeingest.engine.metrics;

import org.jspecify.annotations.NullMarked;
