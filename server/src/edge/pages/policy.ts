// The content security policy of a page. Rendering marks its own inline scripts with a secret nonce;
// here exactly those scripts become hashes in the policy and the nonce is taken out. So a cached, compressed page
// can be sent as it is, and a script that slipped into the markup by any other way still does not run.
import { createHash } from 'node:crypto';

export interface PolicedPage {
  readonly html: string;
  readonly policy: string;
}

export function policePage(html: string, nonce: string, options: { https: boolean }): PolicedPage {
  const mark = ` nonce="${nonce}"`;
  const pieces = html.split(mark);
  const hashes = new Set<string>();
  for (const [at, before] of pieces.slice(0, -1).entries()) {
    // The nonce is an attribute, and inside a tag React writes neither < nor >.
    if (!before.slice(before.lastIndexOf('<')).startsWith('<script')) continue;
    const after = pieces[at + 1]!;
    const code = after.slice(after.indexOf('>') + 1, after.indexOf('</script>'));
    if (code !== '') hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return { html: pieces.join(''), policy: buildPolicy([...hashes], options) };
}

export function buildPolicy(scriptHashes: readonly string[], { https }: { https: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trimEnd(),
    "style-src 'self'",
    // React writes computed sizes as style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Browser features that no page of ours uses, so that no injected script can ask for them either. */
export const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
