/** The source `mock`: one message made up and repeated. */
@NullMarked
package org.lakeingest.app.mock;

import org.jspecify.annotations.NullMarked;
