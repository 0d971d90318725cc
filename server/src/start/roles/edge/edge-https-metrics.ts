import { Gauge, type Registry } from 'prom-client';
import { registerCounter, registerGauge } from './edge-metrics.ts';
import type { EdgeHttps } from './edge-https.ts';

export function registerHttpsMetrics(
  registry: Registry,
  https: Pick<EdgeHttps, 'certificates' | 'handshakes'> | undefined,
): void {
  if (https === undefined) return;
  const { certificates, handshakes } = https;
  const counts = {
    name: 'waypost_edge_tls_handshakes_total',
    help: 'TLS handshakes by result',
    label: 'result',
  };
  registerCounter(registry, counts, () => handshakes);
  const count = {
    name: 'waypost_edge_tls_certificates',
    help: 'Certificates that the edge serves',
    aggregator: 'max' as const,
  };
  registerGauge(registry, count, () => certificates.versions.size);
  registry.registerMetric(
    new Gauge({
      name: 'waypost_edge_tls_first_expiry_timestamp_seconds',
      help: 'Time at which the first of the certificates expires',
      aggregator: 'min',
      registers: [],
      collect() {
        const { firstExpiryMs } = certificates;
        if (firstExpiryMs === undefined) this.remove();
        else this.set(firstExpiryMs / 1_000);
      },
    }),
  );
}
