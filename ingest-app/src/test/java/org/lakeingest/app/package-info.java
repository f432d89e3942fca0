@NullMarked
package org.lakeingest.app;

import org.jspecify.annotations.NullMarked;
