@NullMarked
package org.lakeingest.app.net;

import org.jspecify.annotations.NullMarked;
