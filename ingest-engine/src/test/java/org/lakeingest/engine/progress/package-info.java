@NullMarked
package org.lakeingest.engine.progress;

import org.jspecify.annotations.NullMarked;
