@org.jspecify.annotations.NullMarked
package org.lakeingest.engine.reject;
