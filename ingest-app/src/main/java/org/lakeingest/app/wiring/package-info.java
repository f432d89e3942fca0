/** All use of Guice: which object is made from what, readable from top to bottom. */
@NullMarked
package org.lakeingest.app.wiring;

import org.jspecify.annotations.NullMarked;
