// Whether a picture can be seen on our pages, judged by what it is painted with. Pages are nearly white or nearly black.

/** Below this contrast a shape is not there for the eye. */
const visibleContrast = 1.45;
/** A shape's share of the drawing, by the length of its outline's text: the best guess without drawing it. */
const visibleShare = 0.12;

const namedColors: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  currentcolor: '#000000',
  red: '#ff0000',
  blue: '#0000ff',
  green: '#008000',
  gold: '#ffd700',
  orange: '#ffa500',
};
const unpainted = new Set(['defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'filter', 'symbol']);
const shapes = new Set(['path', 'circle', 'rect', 'ellipse', 'polygon', 'polyline', 'line', 'use']);

const pages = { light: luminance('#ffffff')!, dark: luminance('#101418')! };

/** The page a picture would vanish on, 'light' or 'dark'; null = it can be seen on both. */
export function tooFaintOn(body: string): 'light' | 'dark' | null {
  const paints = paintsOf(body);
  const total = paints.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  for (const page of ['light', 'dark'] as const) {
    const seen = paints.filter(({ light }) => contrast(light, pages[page]) >= visibleContrast).reduce((sum, { weight }) => sum + weight, 0);
    if (seen < visibleShare * total) return page;
  }
  return null;
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

interface Paint {
  readonly light: number;
  readonly weight: number;
}

function paintsOf(body: string): Paint[] {
  const stops = [...body.matchAll(/stop-color="([^"]*)"/g)].flatMap(([, color]) => luminance(color!) ?? []);
  const gradient = stops.length ? stops.reduce((sum, light) => sum + light, 0) / stops.length : 0.4;
  const paints: Paint[] = [];
  const fills: string[] = ['#000000'];
  let hidden = 0;
  for (const [, closing, tag, attributes, selfClosing] of body.matchAll(/<(\/?)\s*([A-Za-z]+)((?:[^>"]|"[^"]*")*?)(\/?)>/g)) {
    if (closing) {
      fills.pop();
      if (unpainted.has(tag!)) hidden--;
      continue;
    }
    const fill = attribute(attributes!, 'fill') ?? fills.at(-1)!;
    const stroke = attribute(attributes!, 'stroke');
    if (hidden === 0 && shapes.has(tag!)) {
      for (const color of [fill, stroke]) {
        if (!color || color === 'none') continue;
        const light = color.startsWith('url(') ? gradient : luminance(color);
        if (light !== null) paints.push({ light, weight: Math.max(20, (attribute(attributes!, 'd') ?? '').length) });
      }
    }
    if (selfClosing) continue;
    fills.push(fill);
    if (unpainted.has(tag!)) hidden++;
  }
  return paints;
}

const attribute = (attributes: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];

/** Relative luminance by the definition of WCAG; null = a colour we cannot read. */
function luminance(color: string): number | null {
  const text = namedColorOf(color);
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text)?.[1];
  if (!hex) return null;
  const digits = hex.length < 6 ? [...hex].slice(0, 3).map((digit) => digit + digit) : hex.slice(0, 6).match(/../g)!;
  const [r, g, b] = digits.map((pair) => {
    const c = Number.parseInt(pair, 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function namedColorOf(color: string): string {
  const name = color.toLowerCase();
  return Object.hasOwn(namedColors, name) ? namedColors[name]! : name;
}
