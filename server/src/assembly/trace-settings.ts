// Where traces go, by the names that other programs have for it too, so that what sets them for all programs of a host sets them here.
import type { TracesSettings } from '#platform/tracing/otlp.ts';

export interface TracesConfig extends TracesSettings {
  readonly serviceName: string;
}

/** null: no traces. */
export function readTraces(given: (name: string) => string | null, problems: string[]): TracesConfig | null {
  const names = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SERVICE_NAME'] as const;
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) {
    const useless = names.filter((name) => given(name) !== null);
    if (useless.length > 0) problems.push(`${useless.join(', ')} are of no use without OTEL_EXPORTER_OTLP_ENDPOINT.`);
    return null;
  }
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, like http://collector:4318.');
  const [written, share, serviceName] = names.map((name) => given(name));
  const pairs = (written ?? '').split(',').filter((pair) => pair.trim() !== '');
  const headers = pairs.map((pair) => /^\s*([\w-]+)\s*=\s*([\x20-\x7e]+?)\s*$/.exec(pair));
  // Not repeated: it is likely a secret.
  if (headers.includes(null)) problems.push('OTEL_EXPORTER_OTLP_HEADERS must be a list like authorization=Bearer abc,x-team=markets.');
  const kept = share === null || share === undefined ? 0.1 : Number(share);
  if (!(kept >= 0 && kept <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.flatMap((found) => (found ? [[found[1]!, found[2]!]] : []))),
    share: kept,
    serviceName: serviceName ?? 'tidemark',
  };
}
