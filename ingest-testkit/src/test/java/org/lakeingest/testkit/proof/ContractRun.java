package org.lakeingest.testkit.proof;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a contract inside a test and tells which traits held; a trait and its test have the same words. */
final class ContractRun implements TestExecutionListener {
    private static final Pattern WORD = Pattern.compile("(?=\\p{Lu})");
    private static final ThreadLocal<@Nullable Enum<?>> FLAW = new ThreadLocal<>();

    private final Set<String> passed = new TreeSet<>();
    private final Map<String, Throwable> failed = new TreeMap<>();
    private final Set<String> aborted = new TreeSet<>();

    private ContractRun() {}

    /** Runs it with an implementation that has this flaw, or none. */
    static ContractRun of(Class<?> contract, @Nullable Enum<?> flaw) {
        ContractRun run = new ContractRun();
        FLAW.set(flaw);
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(contract))
                                    .build(),
                            run);
        } finally {
            FLAW.remove();
        }
        return run;
    }

    /** Whether the implementation under test is to have this flaw; asked on the thread that runs the contract. */
    static @Nullable Enum<?> flaw() {
        return FLAW.get();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!test.isTest()) {
            return;
        }
        String trait = trait(test.getDisplayName());
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed.add(trait);
            case ABORTED -> aborted.add(trait);
            case FAILED -> failed.put(trait, result.getThrowable().orElseThrow());
        }
    }

    /** {@code takesEmptyBatches()} becomes {@code TAKES_EMPTY_BATCHES}. */
    private static String trait(String displayName) {
        return WORD.matcher(displayName.replace("()", "")).replaceAll("_").toUpperCase(Locale.ROOT);
    }

    Set<String> passed() {
        return passed;
    }

    Map<String, Throwable> failed() {
        return failed;
    }

    Set<String> aborted() {
        return aborted;
    }
}
