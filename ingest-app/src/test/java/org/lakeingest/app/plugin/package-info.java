@NullMarked
package org.lakeingest.app.plugin;

import org.jspecify.annotations.NullMarked;
