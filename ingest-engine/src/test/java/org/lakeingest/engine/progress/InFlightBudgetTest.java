package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightBudgetTest {
    private final InFlightBudget budget = new InFlightBudget(100, 60);

    @Test
    void itIsExhaustedAboveTheHighMarkUntilTheLowOne() {
        budget.acquire(100);
        assertThat(budget.isExhausted()).isFalse();
        budget.acquire(1);
        assertThat(budget.isExhausted()).isTrue();
        budget.release(40);
        assertThat(budget.isExhausted()).as("between the marks nothing changes").isTrue();
        budget.release(1);
        assertThat(budget.isExhausted()).isFalse();
        assertThat(budget.total()).isEqualTo(60);
    }

    @Test
    void reliefIsToldOnce() {
        AtomicInteger told = new AtomicInteger();
        budget.onRelief(told::incrementAndGet);
        budget.acquire(150);
        budget.release(50);
        budget.release(50);
        budget.release(50);
        assertThat(told).hasValue(1);
    }

    @Test
    void itIsReliefAlsoToFallToTheLowMarkAndNoFurther() {
        AtomicInteger told = new AtomicInteger();
        budget.onRelief(told::incrementAndGet);
        budget.acquire(101);
        budget.release(40);
        assertThat(told).hasValue(0);
        budget.release(1);
        assertThat(told).hasValue(1);
        assertThat(budget.highMark()).isEqualTo(100);
    }

    @Test
    void marksMustBeInOrder() {
        assertThatThrownBy(() -> new InFlightBudget(10, 11)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InFlightBudget(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InFlightBudget(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new InFlightBudget(1, 0).isExhausted()).isFalse();
        assertThat(new InFlightBudget(1, 1).isExhausted()).isFalse();
    }
}
