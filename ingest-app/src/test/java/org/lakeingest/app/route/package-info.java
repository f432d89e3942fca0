@NullMarked
package org.lakeingest.app.route;

import org.jspecify.annotations.NullMarked;
