package org.lakeingest.it;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;

/** The arrows between modules, as docs/concepts.md draws them; the enforcer checks the same for jars. */
@AnalyzeClasses(packages = "org.lakeingest", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ROOT = "org.lakeingest..";
    private static final String API = "org.lakeingest.api..";
    private static final String ENGINE = "org.lakeingest.engine..";
    private static final String APP = "org.lakeingest.app..";
    private static final String WIRING = "org.lakeingest.app.wiring..";
    private static final String SANDBOX = "org.lakeingest.sandbox..";
    private static final String KIT = "org.lakeingest.testkit..";
    private static final String[] PLUGINS = {
        "org.lakeingest.kafka..",
        "org.lakeingest.format.json..",
        "org.lakeingest.format.avro..",
        "org.lakeingest.lake.."
    };

    @ArchTest
    static final ArchRule theApiStandsOnTheJdkAlone = classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(API, "java..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule theEngineKnowsTheApiAndNoOtherModule = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT).and(outside(API, ENGINE)));

    @ArchTest
    static final ArchRule theSandboxKnowsNoOtherModule = noClasses()
            .that()
            .resideInAPackage(SANDBOX)
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT).and(outside(SANDBOX)));

    @ArchTest
    static final ArchRule kafkaKnowsOnlyTheApi = pluginKnowsOnlyTheApi(PLUGINS[0]);

    @ArchTest
    static final ArchRule jsonKnowsOnlyTheApi = pluginKnowsOnlyTheApi(PLUGINS[1]);

    @ArchTest
    static final ArchRule avroKnowsOnlyTheApi = pluginKnowsOnlyTheApi(PLUGINS[2]);

    @ArchTest
    static final ArchRule theLakeKnowsOnlyTheApi = pluginKnowsOnlyTheApi(PLUGINS[3]);

    @ArchTest
    static final ArchRule nobodyImportsAPlugin = noClasses()
            .that()
            .resideOutsideOfPackages(PLUGINS)
            .should()
            .dependOnClassesThat(resideInAnyPackage(PLUGINS));

    @ArchTest
    static final ArchRule guiceStaysInOnePackage = noClasses()
            .that()
            .resideOutsideOfPackage(WIRING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.google.inject..", "jakarta.inject..");

    @ArchTest
    static final ArchRule nobodyDependsOnTheApplicationOrTheKit = noClasses()
            .that()
            .resideOutsideOfPackages(APP, KIT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(APP, KIT);

    @ArchTest
    static final ArchRule timeComesFromTheInjectedClock = noClasses()
            .that()
            .resideInAnyPackage(API, ENGINE, PLUGINS[0], PLUGINS[1], PLUGINS[2], PLUGINS[3])
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .that()
            .resideInAnyPackage(API, ENGINE, KIT, PLUGINS[0], PLUGINS[1], PLUGINS[2], PLUGINS[3])
            .should()
            .callMethod(Thread.class, "sleep", long.class);

    private static ArchRule pluginKnowsOnlyTheApi(String plugin) {
        return noClasses()
                .that()
                .resideInAPackage(plugin)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT).and(outside(API, plugin)));
    }

    private static DescribedPredicate<JavaClass> outside(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }
}
