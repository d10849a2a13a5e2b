// The operator's brand: read once from a setting and from the files it names, checked like every other setting.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ownBrand, productName, type BrandText, type SiteBrand } from '@tidemark/contract/brand.ts';
import { locales } from '@tidemark/contract/locales.ts';
import { contrast, hexOf, mix, type Colour } from './contrast.ts';

export interface BrandFile {
  readonly type: 'image/svg+xml' | 'image/png' | 'text/css';
  readonly body: Buffer;
}

export interface Brand {
  readonly site: SiteBrand;
  /** On dark pictures, and below white letters; null = ours. */
  readonly accent: Colour | null;
  readonly ground: Colour | null;
  /** By their path on the site. */
  readonly files: ReadonlyMap<string, BrandFile>;
  /** null = the first letter of the name is it. */
  readonly icon: Buffer | null;
  /** Stands below every mail. */
  readonly mailSignature: string | null;
}

export const unbranded: Brand = { site: ownBrand, accent: null, ground: null, files: new Map(), icon: null, mailSignature: null };

/** What it calls itself to other servers. A header holds no other letters than these: a name without them is told by its address. */
export const userAgentOf = ({ brand, publicUrl }: { readonly brand: Pick<Brand, 'site'>; readonly publicUrl: string }): string =>
  brand.site.name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-+|-+$/g, '') || new URL(publicUrl).hostname;

const mostLogoBytes = 64 * 1024;
const mostIconBytes = 512 * 1024;
const iconSize = 512;
/** What a header has room for. */
const logoHeight = 28;
const mostLogoWidth = 200;

const line = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most), v.regex(/^[^\p{Cc}<>]*$/u, 'has signs that are not for a text'));
const inLanguages = (most: number) =>
  v.union([
    v.pipe(
      line(most),
      v.transform((en): BrandText => ({ en })),
    ),
    v.intersect([v.object({ en: line(most) }), v.partial(v.strictObject(v.entriesFromList(locales, line(most))))]),
  ]);
const address = v.pipe(
  v.string(),
  v.regex(
    /^(?:https:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*|mailto:[^\s"'<>\\]+@[^\s"'<>\\]+)$/,
    'must be an https address, a path or mailto:',
  ),
);
const links = v.optional(v.pipe(v.array(v.strictObject({ label: inLanguages(60), href: address })), v.maxLength(10)), []);
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #0b5fff'));

const brandForm = v.strictObject({
  name: line(40),
  logo: v.optional(v.string()),
  logoDark: v.optional(v.string()),
  icon: v.optional(v.string()),
  colours: v.optional(v.strictObject({ light: colour, dark: colour })),
  legal: links,
  social: links,
  footer: v.optional(inLanguages(300)),
  mailSignature: v.optional(v.pipe(v.string(), v.maxLength(500))),
});

/** The grounds that the accent stands on as text (web/src/styles/tokens.css). */
const grounds = { light: ['#f5f6f8', '#ffffff', '#f3f4f7'], dark: ['#090c11', '#0f131a', '#171c25'] } as const;
const softShare = { light: 0.1, dark: 0.2 } as const;
const leastContrast = 4.5;

/** What is wrong with it, each in a few words; a site with a wrong brand does not start. */
export function readBrand(json: string): { readonly brand: Brand; readonly problems: readonly string[] } {
  const failed = (...problems: string[]) => ({ brand: unbranded, problems });
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return failed('it is no JSON');
  }
  const read = v.safeParse(brandForm, Array.isArray(given) ? null : given);
  if (!read.success) return failed(...read.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`));
  const { name, logo, logoDark, icon, colours, legal, social, footer, mailSignature } = read.output;
  const problems: string[] = [];
  if (logoDark !== undefined && logo === undefined) problems.push('logoDark is of no use without logo');
  if (colours) for (const theme of ['light', 'dark'] as const) problems.push(...contrastProblems(theme, colours[theme]));
  const files = new Map<string, BrandFile>();
  const logos = [logo, logoDark].map((path, at) => path && readLogo(at === 0 ? 'logo' : 'logoDark', path, problems));
  for (const [at, read] of logos.entries()) if (read) files.set(logoPaths[at]!, read);
  const style = styleSheet({
    name,
    isNamed: name !== productName,
    colours,
    width: logos[0] ? logos[0].width : null,
    hasDark: Boolean(logos[1]),
  });
  if (style !== '') files.set('/brand.css', { type: 'text/css', body: Buffer.from(style) });
  const brand: Brand = {
    site: { name, isStyled: style !== '', links: [...legal, ...social], note: footer ?? null },
    accent: colours ? hexOf(colours.dark) : null,
    ground: colours ? hexOf(colours.light) : null,
    files,
    icon: icon === undefined ? null : readIcon(icon, problems),
    mailSignature: mailSignature?.trim() || null,
  };
  return problems.length > 0 ? failed(...problems) : { brand, problems };
}

const logoPaths = ['/brand/logo', '/brand/logo-dark'] as const;

function contrastProblems(theme: 'light' | 'dark', accent: string): string[] {
  const own = hexOf(accent);
  const soft = mix(own, hexOf(grounds[theme][1]), softShare[theme]);
  const pairs: (readonly [ground: Colour, what: string])[] = [
    ...grounds[theme].map((ground) => [hexOf(ground), `on ${ground}`] as const),
    [soft, 'on its own soft ground'],
  ];
  // White words stand on buttons in the light colour in both themes.
  if (theme === 'light') pairs.push([hexOf('#ffffff'), 'below white words']);
  return pairs.flatMap(([ground, what]) => {
    const has = contrast(own, ground);
    return has >= leastContrast
      ? []
      : [`colours.${theme}: ${accent} has a contrast of ${has.toFixed(1)} ${what}, and needs ${leastContrast}`];
  });
}

function readBounded(what: string, path: string, mostBytes: number, problems: string[]): Buffer | null {
  try {
    if (statSync(path).size <= mostBytes) return readFileSync(path);
    problems.push(`${what}: ${path} is larger than ${mostBytes} bytes`);
  } catch (error) {
    problems.push(`${what}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return null;
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngSize = (body: Buffer): readonly [width: number, height: number] | null =>
  body.length > 24 && body.subarray(0, 8).equals(pngMark) ? [body.readUInt32BE(16), body.readUInt32BE(20)] : null;

/** The viewBox gives the ratio of width to height; without one a page could not reserve space for the picture. */
function svgSize(text: string): readonly [width: number, height: number] | null {
  const box = /<svg\b[^>]*\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(text);
  return box && [Number(box[1]), Number(box[2])];
}

function readLogo(what: string, given: string, problems: string[]): (BrandFile & { readonly width: number }) | null {
  const path = resolve(given);
  const body = readBounded(what, path, mostLogoBytes, problems);
  if (!body) return null;
  const png = pngSize(body);
  const [width, height] = png ?? svgSize(body.toString('utf8')) ?? [0, 0];
  if (width > 0 && height > 0)
    return { type: png ? 'image/png' : 'image/svg+xml', body, width: Math.min(mostLogoWidth, Math.round((logoHeight * width) / height)) };
  problems.push(`${what}: ${path} is neither a PNG nor an SVG with a viewBox`);
  return null;
}

function readIcon(given: string, problems: string[]): Buffer | null {
  const path = resolve(given);
  const body = readBounded('icon', path, mostIconBytes, problems);
  const size = body && pngSize(body);
  if (size?.[0] === iconSize && size[1] === iconSize) return body;
  if (body) problems.push(`icon: ${path} is no PNG of ${iconSize} by ${iconSize} pixels`);
  return null;
}

interface Look {
  readonly name: string;
  readonly isNamed: boolean;
  readonly colours: { readonly light: string; readonly dark: string } | undefined;
  readonly width: number | null;
  readonly hasDark: boolean;
}

/** Beside the site's own sheet, and stronger than it because that one is in layers. */
function styleSheet({ name, isNamed, colours, width, hasDark }: Look): string {
  const rules: string[] = [];
  if (colours) {
    const { light, dark } = colours;
    const softOf = (theme: 'light' | 'dark', accent: string) =>
      `color-mix(in srgb, ${accent} ${softShare[theme] * 100}%, ${grounds[theme][1]})`;
    const soft = `light-dark(${softOf('light', light)},${softOf('dark', dark)})`;
    rules.push(
      `:root{--accent:light-dark(${light},${dark});--accent-fill:${light};--accent-fill-hover:color-mix(in srgb, ${light} 86%, #000);` +
        `--accent-soft:${soft};--focus:light-dark(${light},${dark});--cat-1:light-dark(${light},${dark})}`,
    );
  }
  if (width !== null) {
    rules.push(
      `.logo-mark{inline-size:${width}px;background:url(${logoPaths[0]}) left center/contain no-repeat}`,
      '.logo-mark::before,.logo-mark::after{content:none}',
    );
    if (hasDark) {
      const rule = `.logo-mark{background-image:url(${logoPaths[1]})}`;
      rules.push(`:root[data-theme='black'] ${rule}`, `@media (prefers-color-scheme:dark){:root[data-theme='system'] ${rule}}`);
    }
  } else if (isNamed) {
    rules.push(
      '.logo-mark{inline-size:auto;max-inline-size:min(220px,44vw);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
      `.logo-mark::before{all:unset;content:${JSON.stringify(name)};font:700 18px/28px var(--font)}`,
      '.logo-mark::after{content:none}',
    );
  }
  return rules.join('\n');
}
