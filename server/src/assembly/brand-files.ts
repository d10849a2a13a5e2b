// What the pages serve of a brand: its files, and icons in place of ours.
import { productName } from '@tidemark/contract/brand.ts';
import { appIcons } from '#edge/pages/app-manifest.ts';
import { drawIcon, svgAround } from '#edge/pages/brand-icon.ts';
import type { ShownBrand } from '#edge/pages/index.ts';
import type { Brand, BrandFile } from './brand.ts';
import type { Colour } from './contrast.ts';

/** The site's own blue. */
const plainGround: Colour = [42, 75, 215];

export async function shownBrand({ site, accent, ground, files, icon }: Brand): Promise<ShownBrand> {
  const all = new Map<string, BrandFile>(files);
  if (icon !== null || site.name !== productName) {
    const png = icon ?? (await drawIcon(site.name, ground ?? plainGround));
    const svg: BrandFile = { type: 'image/svg+xml', body: svgAround(png) };
    all.set('/favicon.svg', svg).set('/favicon.ico', svg);
    for (const name of appIcons) all.set(`/${name}`, { type: 'image/png', body: png });
  }
  return { site, accent, files: all };
}
