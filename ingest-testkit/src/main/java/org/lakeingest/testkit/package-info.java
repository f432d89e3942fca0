/** For authors of plugins: contracts to run against one's own code, builders, assertions, and a clock that stands still. */
@NullMarked
package org.lakeingest.testkit;

import org.jspecify.annotations.NullMarked;
