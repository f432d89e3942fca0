@NullMarked
package org.lakeingest.testkit;

import org.jspecify.annotations.NullMarked;
