@NullMarked
package org.lakeingest.engine.write;

import org.jspecify.annotations.NullMarked;
