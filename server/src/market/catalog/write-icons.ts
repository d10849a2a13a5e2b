// Build step: one small SVG file per coin and currency, from the icon set where it has a picture we accept, else two letters
// or the sign of the currency on a colour of their own. What comes from a package is checked like any outside data: these files are
// served from our origin.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currencyUnits } from '@tidemark/contract/money.ts';
import { knownCoins } from '@tidemark/source/coins/universe.ts';
import type { IconManifest } from './icons.ts';
import { tooFaintOn } from './icon-paints.ts';

interface IconSet {
  readonly icons: Readonly<
    Record<
      string,
      { readonly body: string; readonly width?: number; readonly height?: number; readonly left?: number; readonly top?: number }
    >
  >;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width?: number;
  readonly height?: number;
}

const maxIconBytes = 40_000;

/** Writes the files and manifest.json; files of earlier builds go. */
export async function writeIcons(outDir: string): Promise<IconManifest> {
  const set = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('@iconify-json/token-branded/icons.json')), 'utf8')) as IconSet;
  const files = new Map<string, string>();
  const manifest: Record<string, string> = {};
  const add = (ticker: string, svg: string) => {
    const file = `${ticker.toLowerCase()}.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`;
    files.set(file, svg);
    manifest[ticker] = file;
  };
  for (const { ticker, icon } of knownCoins()) add(ticker, (icon === null ? null : brandedIcon(set, icon)) ?? letterIcon(ticker));
  // Money that coins are priced in shows its sign.
  for (const { code, symbol } of currencyUnits) if (!Object.hasOwn(manifest, code)) add(code, letterIcon(code, symbol));
  await mkdir(outDir, { recursive: true });
  for (const old of await readdir(outDir)) if (old.endsWith('.svg') && !files.has(old)) await rm(join(outDir, old));
  await Promise.all([...files].map(([file, svg]) => writeFile(join(outDir, file), svg)));
  await writeFile(join(outDir, 'manifest.json'), JSON.stringify(manifest));
  return manifest;
}

/** null = the set does not have it, or we do not want it. */
export function brandedIcon(set: IconSet, key: string): string | null {
  const plain = wantedIcon(set, key);
  if (!plain) return null;
  const faint = tooFaintOn(plain.body);
  if (faint === null) return svgOf(plain, plain.body);
  // A picture that would vanish on a light or a dark page brings its own ground.
  const grounded = wantedIcon(set, `${key}-background`);
  if (grounded)
    return svgOf(grounded, `<clipPath id="round"><circle ${discOf(grounded)}/></clipPath><g clip-path="url(#round)">${grounded.body}</g>`);
  const { left, top, width, height } = plain;
  const shrink = `translate(${left + width / 2} ${top + height / 2}) scale(.7) translate(${-left - width / 2} ${-top - height / 2})`;
  return svgOf(
    plain,
    `<circle ${discOf(plain)} fill="${faint === 'light' ? '#1c2127' : '#eef0f2'}"/><g transform="${shrink}">${plain.body}</g>`,
  );
}

interface Picture {
  readonly body: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function wantedIcon(set: IconSet, key: string): Picture | null {
  const icon = set.icons[key] ?? set.icons[set.aliases?.[key]?.parent ?? ''];
  if (!icon || icon.body.length > maxIconBytes || !isHarmless(icon.body)) return null;
  return { left: 0, top: 0, width: set.width ?? 16, height: set.height ?? 16, ...icon };
}

const discOf = ({ left, top, width, height }: Picture): string =>
  `cx="${left + width / 2}" cy="${top + height / 2}" r="${Math.min(width, height) / 2}"`;

const svgOf = ({ left, top, width, height }: Picture, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`;

const allowedTags = new Set(
  (
    'g path defs clipPath linearGradient radialGradient stop mask circle rect ellipse polygon polyline line use filter feFlood ' +
    'feBlend feColorMatrix feOffset feGaussianBlur feComposite'
  ).split(' '),
);

/** Shapes and paints only: no script, no handlers, no style sheets, nothing fetched from anywhere. */
export function isHarmless(body: string): boolean {
  for (const [, tag] of body.matchAll(/<\/?\s*([^\s/>]+)/g)) if (!allowedTags.has(tag!)) return false;
  if (/<[!?]|&(?!amp;|lt;|gt;|quot;|#)|\son[a-z]+\s*=|javascript:|data:|@import|expression\s*\(/i.test(body)) return false;
  for (const [, target] of body.matchAll(/href\s*=\s*["']([^"']*)/gi)) if (!target!.startsWith('#')) return false;
  for (const [, target] of body.matchAll(/url\(\s*["']?([^)"']*)/gi)) if (!target!.startsWith('#')) return false;
  return true;
}

export function letterIcon(ticker: string, letters = ticker.slice(0, 2)): string {
  const hue = createHash('sha256').update(ticker).digest().readUInt16BE(0) % 360;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" ' +
    `fill="hsl(${hue} 55% 38%)"/>` +
    '<text x="12" y="12" dy=".36em" fill="#fff" font-family="system-ui,sans-serif" ' +
    `font-size="${[12, 12, 10][letters.length] ?? 8}" font-weight="600" text-anchor="middle">${letters}</text></svg>`
  );
}
