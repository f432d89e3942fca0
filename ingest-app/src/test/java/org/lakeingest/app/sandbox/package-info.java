@NullMarked
package org.lakeingest.app.sandbox;

import org.jspecify.annotations.NullMarked;
