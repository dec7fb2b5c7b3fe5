package io.gaussferry.app.http;

import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.control.CutoverOperations;
import io.gaussferry.control.DefinitionOperations;
import io.gaussferry.control.FailureOperations;
import io.gaussferry.control.ObjectOperations;
import io.gaussferry.control.ReplicationOperations;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.ReplicationFigures;
import io.gaussferry.status.ReplicationState;
import io.gaussferry.status.Sampler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.system.SystemMetricsAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.module.SimpleModule;

/** The beans of the web server. Only what is named here or in {@link #PROPERTIES} is enabled, whatever the libraries could configure. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    EndpointAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    ConfigurationPropertiesAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    HealthContributorAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    CompositeMeterRegistryAutoConfiguration.class,
    MetricsAutoConfiguration.class,
    PrometheusMetricsExportAutoConfiguration.class,
    JvmMetricsAutoConfiguration.class,
    SystemMetricsAutoConfiguration.class,
    HttpEncodingAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    WebMvcHealthEndpointExtensionAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class
})
class WebConfiguration {

    /** These properties override environment variables and files, which could make Spring expose more. */
    static final Map<String, Object> PROPERTIES = Map.ofEntries(
            // an open page is a request that never ends; the daemon does not wait for it
            Map.entry("server.shutdown", "immediate"),
            // enough for a page, a metrics server and a few commands: event streams release their thread between events
            Map.entry("server.tomcat.threads.max", 6),
            Map.entry("server.tomcat.threads.min-spare", 1),
            Map.entry("server.tomcat.max-connections", 64),
            Map.entry("server.tomcat.connection-timeout", "5s"),
            Map.entry("server.tomcat.max-http-form-post-size", "16KB"),
            Map.entry("server.error.include-message", "never"),
            Map.entry("server.error.whitelabel.enabled", false),
            Map.entry("spring.jmx.enabled", false),
            Map.entry("management.endpoints.access.default", "none"),
            Map.entry("management.endpoint.prometheus.access", "read-only"),
            Map.entry("management.endpoint.health.access", "read-only"),
            Map.entry("management.endpoints.web.exposure.include", "prometheus,health"),
            Map.entry("management.endpoints.web.discovery.enabled", false),
            Map.entry("management.health.defaults.enabled", false),
            Map.entry("management.endpoint.health.probes.enabled", false),
            Map.entry("management.endpoint.health.show-details", "always"),
            Map.entry("management.endpoint.health.group.liveness.include", "alive"),
            Map.entry("management.endpoint.health.group.readiness.include", "replay"),
            Map.entry("management.endpoint.health.group.liveness.show-details", "always"),
            Map.entry("management.endpoint.health.group.readiness.show-details", "always"),
            Map.entry(
                    "management.endpoint.health.status.order",
                    "DOWN,STOPPED,SWITCHED,DIVERGED,STALLED,PAUSED,RETRYING,COPYING,STARTING,FOLLOWING,LAGGING,UP"),
            Map.entry("management.endpoint.health.status.http-mapping.down", 503),
            Map.entry("management.endpoint.health.status.http-mapping.stopped", 503),
            Map.entry("management.endpoint.health.status.http-mapping.switched", 503),
            Map.entry("management.endpoint.health.status.http-mapping.diverged", 503),
            Map.entry("management.endpoint.health.status.http-mapping.stalled", 503),
            Map.entry("management.endpoint.health.status.http-mapping.paused", 503),
            Map.entry("management.endpoint.health.status.http-mapping.retrying", 503),
            Map.entry("management.endpoint.health.status.http-mapping.copying", 503),
            Map.entry("management.endpoint.health.status.http-mapping.starting", 503),
            Map.entry("management.endpoint.health.status.http-mapping.following", 503),
            Map.entry("management.endpoint.health.status.http-mapping.lagging", 503),
            Map.entry("management.metrics.enable.all", false),
            Map.entry("management.metrics.enable.jvm", true),
            Map.entry("management.metrics.enable.process", true));

    @Bean
    AccessFilter accessFilter(HttpSettings settings) throws UnknownHostException {
        return new AccessFilter(settings.token(), InetAddress.getByName(settings.address()));
    }

    @Bean
    JsonMapperBuilderCustomizer maskRowValues() {
        return mapper -> mapper.addModule(new SimpleModule().addSerializer(String.class, new RowValueMasking()));
    }

    @Bean
    Sampler sampler(DaemonView daemon) {
        return new Sampler(daemon);
    }

    @Bean
    ApiController apiController(DaemonView daemon, Sampler sampler, HttpSettings settings) {
        return new ApiController(new ReplicationOperations(daemon, sampler, settings.laggingAfter()));
    }

    @Bean
    FailureController failureController(DaemonView daemon) {
        return new FailureController(new FailureOperations(daemon));
    }

    @Bean
    CutoverController cutoverController(DaemonView daemon) {
        return new CutoverController(new CutoverOperations(daemon));
    }

    @Bean
    DefinitionController definitionController(DaemonView daemon) {
        return new DefinitionController(new DefinitionOperations(daemon));
    }

    @Bean
    ObjectController objectController(DaemonView daemon) {
        return new ObjectController(new ObjectOperations(daemon));
    }

    @Bean
    ErrorResponses errorResponses() {
        return new ErrorResponses();
    }

    @Bean
    EventStream eventStream(ApiController api, Sampler sampler) {
        return new EventStream(api, sampler);
    }

    @Bean
    PrometheusRegistry prometheusRegistry(DaemonView daemon, Sampler sampler, HttpSettings settings) {
        PrometheusRegistry registry = new PrometheusRegistry();
        registry.register(new ReplicationMetrics(daemon, sampler, settings.laggingAfter()));
        return registry;
    }

    /** Down when the process should be restarted. */
    @Bean
    HealthIndicator alive(DaemonView daemon) {
        return () -> daemon.pipeline().status().phase() == PipelineStatus.Phase.ENDED
                        && !daemon.cutover().isSwitched()
                ? Health.down().build()
                : Health.up().build();
    }

    /** Up only while the target follows the source. */
    @Bean
    HealthIndicator replay(DaemonView daemon, HttpSettings settings) {
        return () -> {
            PipelineStatus status = daemon.pipeline().status();
            ReplicationState state = daemon.state(status, settings.laggingAfter());
            Health.Builder health = state == ReplicationState.REPLAYING ? Health.up() : Health.status(state.name());
            return health.withDetail(ReplicationFigures.LAG_SECONDS.json(), status.lagSeconds())
                    .withDetail(ReplicationFigures.PENDING_TRANSACTIONS.json(), status.pendingTransactions())
                    .withDetail("quarantined", status.quarantined().size())
                    .build();
        };
    }
}
