@NullMarked
package org.lakeingest.app.mock;

import org.jspecify.annotations.NullMarked;
