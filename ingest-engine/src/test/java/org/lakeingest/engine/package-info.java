@NullMarked
package org.lakeingest.engine;

import org.jspecify.annotations.NullMarked;
