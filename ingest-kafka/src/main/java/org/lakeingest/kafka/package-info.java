/** Reads Kafka topics as a member of a consumer group. Only the plugin class is found from outside; the rest is its own. */
@NullMarked
package org.lakeingest.kafka;

import org.jspecify.annotations.NullMarked;
