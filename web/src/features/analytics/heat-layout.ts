// Where each tile of a heat map lies, in shares of the map, for a wide and a tall map at once: the page is drawn before
// its width on the screen is known, and the style sheet chooses.
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

export interface HeatItem {
  readonly id: string;
  readonly size: number;
  /** null = it stands alone. */
  readonly group: string | null;
}

/** Per cent of the map: from the left, from the top, wide, high. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface HeatLayout {
  readonly tiles: ReadonlyMap<string, Box>;
  readonly groups: readonly { readonly group: string; readonly box: Box }[];
}

/** Sizes in px that the maps have about; only their proportions and the height of a group's name count. */
export const heatShapes = { wide: { width: 1140, height: 460 }, tall: { width: 390, height: 560 } } as const;
const groupNameHeight = 18;
/** Between sectors. Tiles keep their own distance in the style sheet, in whole pixels: shares of a map would lose it here and there. */
const groupGap = 4;
/** Areas grow slower than sizes do: by plain sizes BTC leaves no tile that could hold a name. */
const damping = 0.55;
/** The least that a sector gets of the map: enough for its name and its first tile. */
const groupFloor = 0.03;

interface Node {
  readonly id: string;
  readonly size?: number;
  readonly children?: readonly Node[];
}

export function layoutHeat(
  items: readonly HeatItem[],
  { width, height }: { readonly width: number; readonly height: number },
  isGrouped: boolean,
): HeatLayout {
  const sized = items.filter(({ size }) => size > 0).map(({ id, group, size }) => ({ id, group, size: size ** damping }));
  const leaves = (of: readonly HeatItem[], factor = 1): Node[] => of.map(({ id, size }) => ({ id, size: size * factor }));
  const groups = [...Map.groupBy(sized, ({ group }) => group ?? '')];
  const sums = groups.map(([, of]) => of.reduce((sum, { size }) => sum + size, 0));
  const lifted = liftSmall(sums);
  const root: Node = {
    id: '',
    children: isGrouped ? groups.map(([id, of], at) => ({ id, children: leaves(of, lifted[at]! / sums[at]!) })) : leaves(sized),
  };
  const laid = treemap<Node>()
    .tile(treemapSquarify.ratio(1.4))
    .size([width, height])
    .paddingInner((node) => (isGrouped && node.depth === 0 ? groupGap : 0))
    .paddingTop((node) => (isGrouped && node.depth === 1 ? groupNameHeight : 0))(
    hierarchy<Node>(root)
      .sum(({ size }) => size ?? 0)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
  );
  // Edges are rounded, not widths: a tile ends exactly where its neighbour begins, and the pixel between them is never lost.
  const toBox = ({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Box => {
    const [x, y] = [round((100 * x0) / width), round((100 * y0) / height)];
    return { x, y, w: round((100 * x1) / width) - x, h: round((100 * y1) / height) - y };
  };
  return {
    tiles: new Map(
      laid
        .leaves()
        .filter(({ data }) => data.id !== '')
        .map((leaf) => [leaf.data.id, toBox(leaf)]),
    ),
    groups: isGrouped ? (laid.children ?? []).map((node) => ({ group: node.data.id, box: toBox(node) })) : [],
  };
}

/** Shares of the whole, none of them below the floor; what is above it keeps its proportions. */
function liftSmall(sizes: readonly number[]): readonly number[] {
  const floor = Math.min(groupFloor, 0.5 / sizes.length);
  const isSmall = sizes.map(() => false);
  for (;;) {
    const small = isSmall.filter(Boolean).length;
    const large = sizes.reduce((sum, size, at) => (isSmall[at] ? sum : sum + size), 0);
    const shares = sizes.map((size, at) => (isSmall[at] ? floor : (size / large) * (1 - small * floor)));
    // What was lifted takes from the others, and one of those may fall below the floor by it.
    const fallen = shares.findIndex((share, at) => !isSmall[at] && share < floor);
    if (fallen === -1) return shares;
    isSmall[fallen] = true;
  }
}

const round = (share: number): number => Math.round(share * 100) / 100;

/** Nine steps: 0, and four to each side at 0.3, 1.5, 3 and 6 per cent. */
export const heatEdges = [0.003, 0.015, 0.03, 0.06] as const;
export const heatStep = (change: number | null): string => {
  if (change === null) return 'h0';
  const step = heatEdges.filter((edge) => Math.abs(change) >= edge).length;
  return step === 0 ? 'h0' : `${change > 0 ? 'h' : 'l'}${step}`;
};
