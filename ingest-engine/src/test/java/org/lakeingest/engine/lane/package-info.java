@NullMarked
package org.lakeingest.engine.lane;

import org.jspecify.annotations.NullMarked;
