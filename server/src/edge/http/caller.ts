// The caller, as far as a request tells without a session: language, device, address, request id.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, languages, localeOfType, type Locale } from '@tidemark/contract/locales.ts';
import { cookies as cookieNames } from '@tidemark/contract/site.ts';
import { headers, type Caller } from '@tidemark/contract/wire.ts';
import { newId } from '#platform/ids.ts';
import { plainAddress } from '#platform/network.ts';

const saneRequestId = /^[\w.:-]{8,64}$/;
const saneDeviceId = /^[\w.:+/=-]{1,128}$/;

/** The request id a proxy or client gave, when it is fit for a log line; else a new one. */
export function requestIdOf(raw: Pick<IncomingMessage, 'headers'>): string {
  const given = raw.headers[headers.requestId];
  return typeof given === 'string' && saneRequestId.test(given) ? given : newId();
}

export function resolveVisitor(request: FastifyRequest): Caller {
  const deviceId = request.headers[headers.deviceId];
  return {
    userId: null,
    sessionId: null,
    locale: localeOf(request),
    requestId: request.id,
    ip: plainAddress(request.ip) ?? request.socket.remoteAddress ?? '',
    deviceId: typeof deviceId === 'string' && saneDeviceId.test(deviceId) ? deviceId : null,
  };
}

/** What the client says for this request, before what the person chose once, before what their browser prefers. */
export function localeOf(request: Pick<FastifyRequest, 'headers' | 'body' | 'query'>): Locale {
  return (
    parseLocale(request.headers[headers.locale]) ??
    parseLocale(request.headers[headers.language]) ??
    typedLocale(fieldOf(request.body, 'languageType')) ??
    typedLocale(fieldOf(request.query, 'languageType')) ??
    parseLocale(cookieOf(request.headers.cookie, cookieNames.language)) ??
    acceptedLocale(request.headers['accept-language']) ??
    defaultLocale
  );
}

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const fieldOf = (from: unknown, field: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, field) ? (from as Record<string, unknown>)[field] : undefined;

const byLowerCase = new Map<string, Locale>();
// Three names per language, the most exact one last so that it wins: zh-hans-cn, zh_cn, zh-cn.
for (const language of languages)
  if (!byLowerCase.has(language.tag.toLowerCase())) byLowerCase.set(language.tag.toLowerCase(), language.locale);
for (const language of languages) byLowerCase.set(language.languageKey.toLowerCase().replaceAll('_', '-'), language.locale);
for (const language of languages) byLowerCase.set(language.locale.toLowerCase(), language.locale);

function parseLocale(given: unknown): Locale | undefined {
  if (typeof given !== 'string' || given.length > 35) return undefined;
  return isLocale(given) ? given : byLowerCase.get(given.trim().toLowerCase().replaceAll('_', '-'));
}

function typedLocale(given: unknown): Locale | undefined {
  const isNumber = typeof given === 'number' || (typeof given === 'string' && /^\d{1,3}$/.test(given));
  return isNumber ? (localeOfType(Number(given)) ?? undefined) : undefined;
}

/** Accept-Language by weight; `fr-CA` is French when nothing closer exists. */
function acceptedLocale(header: string | undefined): Locale | undefined {
  if (!header || header.length > 500) return undefined;
  const ranges = header.split(',').map((part) => {
    const [tag = '', ...params] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1);
    return { tag, weight: Number.isFinite(weight) ? weight : 0 };
  });
  for (const { tag } of ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight)) {
    const locale = byLowerCase.get(tag) ?? chineseByScript(tag) ?? byLowerCase.get(tag.split('-')[0]!);
    if (locale) return locale;
  }
  return undefined;
}

/** `zh` alone names no script; browsers say zh, zh-Hans-SG, zh-HK. */
function chineseByScript(tag: string): Locale | undefined {
  if (!/^zh\b/.test(tag)) return undefined;
  if (/-hk|-mo/.test(tag)) return 'zh-TC';
  return /hant|-tw/.test(tag) ? 'zh-TW' : 'zh-CN';
}
