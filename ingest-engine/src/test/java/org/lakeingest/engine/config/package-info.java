@NullMarked
package org.lakeingest.engine.config;

import org.jspecify.annotations.NullMarked;
