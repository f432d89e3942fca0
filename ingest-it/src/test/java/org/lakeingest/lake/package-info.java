/** What tests need of the sink beyond what it offers to all. */
@NullMarked
package org.lakeingest.lake;

import org.jspecify.annotations.NullMarked;
