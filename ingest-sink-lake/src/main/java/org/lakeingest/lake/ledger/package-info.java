/**
 * The protocol that makes rows and positions durable together: claims, group commit, unknown outcomes, identity of tables. It
 * knows neither HTTP nor SQL; {@link org.lakeingest.lake.ledger.LedgerLake} is all it asks of a lake.
 */
@NullMarked
package org.lakeingest.lake.ledger;

import org.jspecify.annotations.NullMarked;
