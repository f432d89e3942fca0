@NullMarked
package org.lakeingest.api.config;

import org.jspecify.annotations.NullMarked;
