@NullMarked
package org.lakeingest.app.flat;

import org.jspecify.annotations.NullMarked;
