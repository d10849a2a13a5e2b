// How both sides talk: one typed value per call, one envelope, one set of headers.
// A room's contract file builds its calls with call(); calls.ts joins them; the server must give a handler for
// each (Handlers<>), the browser gets its functions from the same values.
import * as v from 'valibot';
import type { AccessScope } from './access-scopes.ts';
import type { ErrorName } from './errors.ts';
import type { Locale } from './locales.ts';

export type Schema = v.GenericSchema<any, any>;

declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };
export type UserId = Brand<string, 'UserId'>;
export type SessionId = Brand<string, 'SessionId'>;

/** Success codes of section 8. Everything else is an error whose message is shown. */
export const successCodes = ['00000', '200'] as const;
export type SuccessCode = (typeof successCodes)[number];

export interface Envelope<T = unknown> {
  code: string;
  msg: string;
  data: T;
  /** When the server answered, ms. */
  requestTime: number;
}

/**
 * What a call does, by which it is limited and guarded. login: a way into an account, which a whole office may take from one address; chat:
 * what is written in the customer chat, so that a conversation does not use up the writes; report: what a page tells of its own errors;
 * costly: changes nothing and costs as much as a change. Every kind but read is refused to pages of other sites.
 */
export const callKinds = ['read', 'write', 'login', 'chat', 'report', 'costly'] as const;
export type CallKind = (typeof callKinds)[number];

/** Who may make a call: anyone, or only a user with a live session. */
export type Who = 'anyone' | 'user';

export interface Call<I extends Schema = Schema, O extends Schema = Schema> {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST';
  /** A second method that answers the same (userinfo is named as both). */
  readonly alsoMethod?: 'GET' | 'POST';
  /** Below apiPrefix. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** One sentence for people; becomes the OpenAPI summary. */
  readonly about: string;
  readonly input: I;
  readonly output: O;
  readonly success: SuccessCode;
  /** True for the alert calls: over the limit they answer 200 with a code, never HTTP 429 (section 8). */
  readonly never429: boolean;
  /**
   * What it counts for in the allowance of a network: one for each so many of a field, a number or a list. Without it a call counts once.
   */
  readonly weight?: CallWeight;
  /** A read that says nothing about the person, asked for by GET, may be this old in their own browser. Without it nothing is kept. */
  readonly cacheSeconds?: number;
  /** What is answered when it fails for a reason of ours that has no row of its own; without it, 'internal'. */
  readonly failsAs?: ErrorName | undefined;
  /** The scope with which a personal token opens it (access-scopes.ts). Without one no token does. */
  readonly scope?: AccessScope;
}

export interface CallWeight {
  readonly field: string;
  readonly per: number;
}

type CallSpec<I extends Schema, O extends Schema> = Pick<Call<I, O>, 'kind' | 'method' | 'path' | 'about' | 'input' | 'output'> &
  Partial<Pick<Call<I, O>, 'alsoMethod' | 'who' | 'success' | 'never429' | 'weight' | 'cacheSeconds' | 'failsAs' | 'scope'>>;

export const call = <I extends Schema, O extends Schema>(spec: CallSpec<I, O>): Call<I, O> => ({
  who: 'anyone',
  success: '00000',
  never429: false,
  ...spec,
});

export type CallTable = Readonly<Record<string, Call>>;
export type Input<C extends Call> = v.InferOutput<C['input']>;
/** What a caller writes: defaults may be left out. */
export type InputToSend<C extends Call> = v.InferInput<C['input']>;
export type Output<C extends Call> = v.InferOutput<C['output']>;

/** The person (or visitor) behind a request, as the edge knows them. */
export interface Caller {
  readonly userId: UserId | null;
  readonly sessionId: SessionId | null;
  readonly locale: Locale;
  readonly requestId: string;
  readonly ip: string;
  /** Two letters, where a proxy in front tells it. */
  readonly country?: string | null;
  readonly deviceId: string | null;
  /** Why there is no userId, where cookies were sent: the row of the catalogue that a call for users answers. */
  readonly refusedSession?: 'sessionExpired' | 'sessionRevoked' | 'accountFrozen';
  /** What the browser sent along; only the users and support rooms read them. */
  readonly cookies?: Readonly<Record<string, string | undefined>>;
  readonly userAgent?: string;
  /** What came as 'Authorization: Bearer ...': a token of the exchange, of an agent of the chat, or a personal one. */
  readonly bearer?: string | null;
}

/** Browsers take a cookie of such a name only from the host itself, over https, for all its paths. */
export const hostPrefix = '__Host-';

/** A cookie a handler sets or, without a value, takes away. The edge adds HttpOnly, SameSite, Path and Secure. */
export interface CookieChange {
  readonly name: string;
  readonly value: string | null;
  readonly maxAgeMs?: number;
}

/** An answer that also changes cookies. */
export class WithCookies<T> {
  readonly data: T;
  readonly changes: readonly CookieChange[];

  constructor(data: T, changes: readonly CookieChange[]) {
    this.data = data;
    this.changes = changes;
  }
}
export const withCookies = <T>(data: T, changes: readonly CookieChange[]): WithCookies<T> => new WithCookies(data, changes);

type Answered<T> = T | WithCookies<T>;
export type Handlers<T extends CallTable> = {
  readonly [K in keyof T]: (caller: Caller, input: Input<T[K]>) => Promise<Output<T[K]>> | Output<T[K]>;
};
/** Handlers of the rooms that may also change cookies. */
export type CookieHandlers<T extends CallTable> = {
  readonly [K in keyof T]: (caller: Caller, input: Input<T[K]>) => Promise<Answered<Output<T[K]>>> | Answered<Output<T[K]>>;
};

export const apiPrefix = '/v1';

/** Request headers of section 7. */
export const headers = {
  website: 'website',
  terminalType: 'terminaltype',
  locale: 'locale',
  language: 'language',
  terminalCode: 'terminalcode',
  deviceId: 'deviceid',
  requestId: 'x-request-id',
} as const;

export const website = 'mix';
export const terminalType = '1';

// The forms of values on the wire: decimals as strings, times as ms numbers, changes as fractions. Every string and
// list is bounded. What arrives in a query string arrives as text, so those forms take text too.

/** A database cannot keep a NUL, and half of a surrogate pair is no character in any encoding. */
const unstorable = /[\0\p{Surrogate}]/u;
export const isStorable = (value: string): boolean => !unstorable.test(value);
/** Every string of an input is one of these; a test walks all inputs for one that is not. */
export const characters = v.pipe(v.string(), v.check(isStorable));

export const decimal = v.pipe(characters, v.maxLength(60), v.regex(/^-?\d+(\.\d+)?$/));
/** A share or a change: '0.0123' is 1.23 %. */
export const fraction = decimal;
export const timeMs = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000_000));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const text = (max: number) => v.pipe(characters, v.maxLength(max));
export const filled = (max: number) => v.pipe(characters, v.minLength(1), v.maxLength(max));
export const listOf = <S extends Schema>(item: S, max: number) => v.pipe(v.array(item), v.maxLength(max));

const numberOrText = v.union([v.number(), v.pipe(characters, v.regex(/^-?\d{1,15}$/))]);
export const queryInt = (min: number, max: number) =>
  v.pipe(numberOrText, v.transform(Number), v.number(), v.integer(), v.minValue(min), v.maxValue(max));
export const queryTime = queryInt(0, 8_640_000_000_000);
export const queryOneOf = <const T extends readonly number[]>(options: T) => v.pipe(numberOrText, v.transform(Number), v.picklist(options));
export const queryFlag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', '1', '0'])]),
  v.transform((flag) => flag === true || flag === 'true' || flag === '1'),
  v.boolean(),
);
/** 'BTCUSDT,ETHUSDT' */
export const queryList = <S extends Schema>(item: S, maxItems: number) =>
  v.pipe(
    characters,
    v.minLength(1),
    v.maxLength(maxItems * 65),
    v.transform((joined) => joined.split(',')),
    v.array(item),
    v.maxLength(maxItems),
  );

/** The number of the reader's language (section 7: added to every POST). The edge turns it into Caller.locale. */
export const languageType = v.optional(queryInt(0, 999));
/** ISO 3166 country the reader asks for; the server knows a default from the request. */
export const region = v.optional(v.pipe(characters, v.regex(/^[A-Z]{2}$/)));

/** Paging of every list call: body {pageNum, pageSize, params}, answer {items, total}. */
export const maxPageSize = 5000;
export const pageNum = v.optional(queryInt(1, 1_000_000), 1);
export const pageSize = (usual: number, max: number = maxPageSize) => v.optional(queryInt(1, max), usual);
/** Every entry of params must be optional: a body without params is a body with empty ones. */
export const pageInput = <E extends v.ObjectEntries>(params: E, usual = 20, max = 200) => {
  const filter = v.object(params);
  return v.object({ languageType, pageNum, pageSize: pageSize(usual, max), params: v.optional(filter, {} as v.InferInput<typeof filter>) });
};
export const pageOf = <S extends Schema>(item: S) => v.object({ items: listOf(item, maxPageSize), total: count });

/** Answer of a call that only does something. */
export const done = v.object({ ok: v.literal(true) });
