package org.lakeingest.app.sandbox;

import java.util.concurrent.Callable;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.app.cli.Stop;

/** Broker and lake, until asked to stop. */
final class ServicesRun implements Callable<Integer> {
    private final SandboxPlan plan;
    private final Progress progress;
    private final Stop stop;

    ServicesRun(SandboxPlan plan, Progress progress, Stop stop) {
        this.plan = plan;
        this.progress = progress;
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Services services = Services.start(plan.ports(), plan.lakeDsn(), progress)) {
            progress.line(Hints.services(services));
            stop.await();
            progress.step("stopping");
        }
        return 0;
    }
}
