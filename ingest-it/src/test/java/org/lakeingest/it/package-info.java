/** End-to-end scenarios over real services, and the rules that hold between the modules. */
@NullMarked
package org.lakeingest.it;

import org.jspecify.annotations.NullMarked;
