@NullMarked
package org.lakeingest.engine.rows;

import org.jspecify.annotations.NullMarked;
