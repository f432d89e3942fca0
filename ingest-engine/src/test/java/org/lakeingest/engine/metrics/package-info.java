@NullMarked
package org.lakeingest.engine.metrics;

import org.jspecify.annotations.NullMarked;
