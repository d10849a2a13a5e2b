// Pure decisions of the site room: what a report may keep, which banners a reader sees, how a rate is written.
import * as v from 'valibot';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { currencyCodes } from '@tidemark/contract/money.ts';
import type { Announcement } from '@tidemark/contract/pages.ts';
import { isReportDropped, siteCalls } from '@tidemark/contract/site.ts';
import type { Input, Output } from '@tidemark/contract/wire.ts';

type ReportInput = Input<typeof siteCalls.errorReport>;
type Banners = Output<typeof siteCalls.locationBanner>['items'];

export interface Report {
  readonly kind: string;
  readonly message: string;
  readonly stack: string | null;
  readonly url: string | null;
  readonly traceId: string | null;
  readonly at: Date;
}

export interface BannerRow {
  readonly id: string;
  readonly place: string;
  readonly locale: string | null;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly image: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly sort: number;
}

/** Section 8: aborted requests are dropped. */
export const isReportKept = (report: Pick<ReportInput, 'message' | 'stack'>): boolean =>
  !isReportDropped(report.message) && !isReportDropped(report.stack ?? '');

// Every repetition is bounded or starts at a boundary: the text comes from outside, and matching must stay linear.
const secrets: readonly [RegExp, string][] = [
  [/\b(https?|wss?):\/\/[^\s/@]{1,200}@/g, '$1://'],
  [/(?<![\w-])((?:\w{1,32}-){0,2})eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, '$1[token]'],
  [/\b(bearer|basic)\s+[\w.+/=~-]{6,}/gi, '$1 [token]'],
  [
    new RegExp(
      String.raw`(["']?\w{0,32}(?:token|password|passwd|secret|session|cookie|authorization|api[-_]?key)["']?\s*[:=]\s*["']?)` +
        String.raw`(?!\[token\]|(?:bearer|basic)\b)[^\s"'&;,)}]+`,
      'gi',
    ),
    '$1[hidden]',
  ],
  [/[\p{L}\p{N}._%+-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, '[email]'],
  [/(?<![\w+])\+\d[\d -]{7,17}\d/g, '[phone]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g, '[token]'],
];

/** Takes out what could name a user or unlock an account. Postgres takes no NUL, and half a character is no text. */
export function scrub(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  return secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), withoutQueries(clean));
}

/** Addresses keep their path; what follows ? or # belongs to the person. Line and column of a stack frame stay. */
const withoutQueries = (text: string): string =>
  text.replace(/[^\s()'"]+/g, (piece) => {
    const cut = piece.search(/[?#]/);
    return cut === -1 || !piece.slice(0, cut).includes('/') ? piece : piece.slice(0, cut) + (/(?::\d{1,7}){1,2}$/.exec(piece)?.[0] ?? '');
  });

/** A client clock may be wrong; a report is filed under a time near its arrival. */
const believedMs = 24 * 3_600_000;

export function fileReport(input: ReportInput, now: number): Report {
  const { occurredAt } = input;
  return {
    kind: input.kind,
    message: scrub(input.message),
    stack: input.stack === undefined ? null : scrub(input.stack),
    url: input.path === undefined ? null : scrub(input.path),
    traceId: input.requestId === undefined ? null : scrub(input.requestId),
    at: new Date(occurredAt !== undefined && occurredAt <= now && occurredAt > now - believedMs ? occurredAt : now),
  };
}

export interface BannerAsk {
  readonly place: string;
  readonly locale: Locale;
  readonly now: number;
}

export const selectBanners = (rows: readonly BannerRow[], { place, locale, now }: BannerAsk): BannerRow[] =>
  rows
    .filter(
      (row) =>
        row.place === place &&
        (row.locale === null || row.locale === locale) &&
        row.startsAt.getTime() <= now &&
        now < row.endsAt.getTime(),
    )
    .sort((a, b) => a.sort - b.sort || b.startsAt.getTime() - a.startsAt.getTime() || a.id.localeCompare(b.id))
    .slice(0, 20);

/** The first of those for the whole site that can be shown: a page has one bar. */
export function selectAnnouncement(
  rows: readonly BannerRow[],
  { locale, now, publicUrl }: Omit<BannerAsk, 'place'> & { readonly publicUrl: string },
): Announcement | null {
  for (const row of selectBanners(rows, { place: 'site', locale, now })) {
    const shown = showBanner(row, publicUrl);
    if (shown) return { locale: row.locale === null ? null : locale, title: shown.title, text: shown.text, link: shown.link };
  }
  return null;
}

/** Null: the row would break the page, for instance by a script for a link. */
export function showBanner(row: BannerRow, publicUrl: string): Banners[number] | null {
  const link = siteLink(row.href, publicUrl);
  const image = row.image === null ? null : siteLink(row.image, publicUrl);
  // The security policy of the pages shows pictures of this site only.
  if (link === null || (row.image !== null && !image?.startsWith('/'))) return null;
  const item = { id: row.id, title: row.title, text: row.text, imageUrl: image, link, sort: Math.max(0, row.sort) };
  return v.is(siteCalls.locationBanner.output, { items: [item], total: 1 }) ? item : null;
}

/** A path for our own pages, however they were written; a whole https address for others; null for anything else. */
export function siteLink(href: string, publicUrl: string): string | null {
  if (!URL.canParse(href, publicUrl)) return null;
  const url = new URL(href, publicUrl);
  if (url.origin === new URL(publicUrl).origin) return url.pathname + url.search + url.hash;
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}

type Rates = Output<typeof siteCalls.usdtRate>['rates'];

/** A list with a hole would show a visitor prices in nothing: all currencies or a refusal. */
export function writeRates(rates: Readonly<Record<string, number>>): Rates {
  const written = currencyCodes.map((code) => {
    const rate = rates[code];
    const text = rate !== undefined && Number.isFinite(rate) && rate < 1e15 ? rate.toFixed(8).replace(/\.?0+$/, '') : '0';
    return Number(text) > 0 ? ([code, text] as const) : refuse('sourceLacksData', { what: code });
  });
  return Object.fromEntries(written) as Rates;
}
