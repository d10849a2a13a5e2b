// Where a country's tile stands: a map of squares, each region a grid of its own, roughly as on the globe. By hand; it is
// there to find a country at a glance, not to measure anything.

export const regionNames = ['americas', 'europe', 'africa', 'middleEast', 'asia'] as const;
export type RegionName = (typeof regionNames)[number];

export interface Tile {
  readonly region: RegionName;
  readonly column: number;
  readonly row: number;
}

/** One line per row of squares; a dot is sea, or a country of which nothing is told. */
const drawings: Readonly<Record<RegionName, readonly string[]>> = {
  americas: ['.  CA .  .  BM', '.  US .  .  .', 'MX .  CU BS .', '.  SV KY .  VG', '.  PA CO .  .', '.  .  BO BR .', '.  CL AR UY .'],
  europe: [
    'EU .  .  NO SE FI .  RU',
    'IE GB .  DK .  EE LV .',
    '.  .  NL DE PL LT BY .',
    '.  BE LU LI CZ SK UA .',
    '.  FR CH AT SI HU RO .',
    'PT ES IT HR RS BG .  .',
    '.  GI .  MT AL GR .  CY',
  ],
  africa: ['MA DZ .  EG .', 'GH NG .  KE SC', '.  NA BW .  MU', '.  .  ZA .  .'],
  middleEast: ['.  GE .  KZ .', 'TR .  .  UZ .', 'IL IQ IR .  .', '.  SA KW BH QA', '.  .  .  .  AE'],
  asia: [
    '.  .  .  CN KR JP .',
    'PK NP .  HK TW .  .',
    '.  IN BD TH VN PH .',
    '.  .  .  MY .  .  .',
    '.  .  .  SG ID .  .',
    '.  .  .  .  .  AU NZ',
  ],
};

export const placed = new Map<string, Tile>();
for (const region of regionNames) {
  drawings[region].forEach((line, row) =>
    line.split(/\s+/).forEach((code, column) => code !== '.' && placed.set(code, { region, column: column + 1, row: row + 1 })),
  );
}

/** undefined: it has no place on the map yet, and stands beside it. */
export const tileOf = (country: string): Tile | undefined => placed.get(country);

type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export const isStep = (key: string): key is Step => /^Arrow(?:Left|Right|Up|Down)$/.test(key);

/** The nearest tile that way, on the screen: by what is seen, for regions stand differently on a phone. */
export function stepFrom(from: DOMRect, others: readonly DOMRect[], step: Step): number {
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  const here = middle(from);
  let best = -1;
  let least = Infinity;
  others.forEach((rect, i) => {
    const [dx, dy] = [middle(rect).x - here.x, middle(rect).y - here.y];
    const along = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy }[step];
    const aside = Math.abs(step === 'ArrowLeft' || step === 'ArrowRight' ? dy : dx);
    const far = along + 3 * aside;
    if (along > 4 && far < least) [best, least] = [i, far];
  });
  return best;
}
