// The error catalogue (sections 5 and 8): one row per refusal. The words are in locales/<locale>/errors.json under the
// same name; the client's reaction comes from the row too, so server and browser cannot disagree about it.

/** throw: the message is shown where the call was made. toastHome: toast, then home of the language. silent: nothing. */
export type ClientReaction = 'throw' | 'toastHome' | 'silent';
export interface ErrorRow {
  readonly code: string;
  readonly client: ClientReaction;
}

const shown = <C extends string>(code: C) => ({ code, client: 'throw' }) as const;
const redirects = <C extends string>(code: C) => ({ code, client: 'toastHome' }) as const;
const ignored = <C extends string>(code: C) => ({ code, client: 'silent' }) as const;

export const errors = {
  // Section 8, Responses: the five that lead home. Nothing else may use their codes.
  notLoggedIn: redirects('00004'),
  sessionExpired: redirects('00005'),
  sessionRevoked: redirects('00006'),
  accountFrozen: redirects('20906'),
  regionNotAllowed: redirects('20205'),

  badInput: shown('40001'),
  notFound: shown('40002'),
  /** The caller is known, and may not do this. */
  notAllowed: shown('40003'),
  /** Travels with HTTP 429, which the client ignores (section 8). Alert calls use alertTooFast instead. */
  tooManyRequests: ignored('40004'),
  internal: shown('40005'),
  bodyTooLarge: shown('40006'),
  timeout: shown('40007'),
  unknownSymbol: shown('40008'),
  badOrigin: shown('40009'),
  wrongApiName: shown('40010'),
  badRange: shown('40011'),
  sourceLacksData: shown('40012'),
  unknownLocale: shown('40013'),
  offline: shown('40014'),
  /** The database cannot be reached: the call was not carried out, and may go better in a moment. */
  unavailable: shown('40015'),
  /** The same, but a change was under way that may have been saved: to be looked up, not sent again blindly. */
  outcomeUnknown: shown('40016'),
  /** The database can be reached, but all connections to it are taken: the call was not carried out. */
  busy: shown('40017'),

  // Section 8, Pages and fallbacks.
  pageNotFound: shown('40101'),
  connectionUnstable: shown('40102'),
  noDataFound: shown('40103'),
  noMatchingPair: shown('40104'),
  sectorWithoutDetails: shown('40105'),

  // Section 5, Favorite category name, and the limits of section 3, defineGroup.
  categoryNameLength: shown('40201'),
  categoryNameTooLong: shown('40202'),
  categoryNameEmoji: shown('40203'),
  categoryNameCharacters: shown('40204'),
  categoryNameTaken: shown('40205'),
  categoryFull: shown('40206'),
  categoryLimit: shown('40207'),
  favoritesLimit: shown('40208'),
  categoryNotFound: shown('40209'),
  favoriteRemovalUnconfirmed: shown('40210'),
  sharedListGone: shown('40211'),

  // Section 5, Market maker form.
  applicantNameTooLong: shown('40301'),
  applicantTitleTooLong: shown('40302'),
  introductionTooLong: shown('40303'),
  strategyTooLong: shown('40304'),
  userIdNotDigits: shown('40305'),
  tooManyImages: shown('40306'),
  imageType: shown('40307'),
  imageTooLarge: shown('40308'),
  formIncomplete: shown('40309'),
  imageBroken: shown('40310'),
  imageTooManyPixels: shown('40311'),
  imageGone: shown('40312'),
  tooManyUploads: shown('40313'),
  tooManyApplications: shown('40314'),

  // Section 5, Price alert; section 8, Server-side alert messages.
  alertUpperNotAboveLower: shown('40401'),
  alertLowerNotBelowUpper: shown('40402'),
  alertInvalidPrice: shown('40403'),
  alertInvalidPercent: shown('40404'),
  p2pBuyPriceTooHigh: shown('40405'),
  p2pSellPriceTooLow: shown('40406'),
  alertDuplicate: shown('40407'),
  p2pAlertLimit: shown('40408'),
  alertLineLimit: shown('40409'),
  alertTotalLimit: shown('40410'),
  alertTimesLimit: shown('40411'),
  alertNotFound: shown('40412'),
  alertWrongType: shown('40413'),
  alertParameters: shown('40414'),
  templateNotFound: shown('40415'),
  userNotFound: shown('40416'),
  alertNoFreshPrice: shown('40417'),
  alertChannelMissing: shown('40418'),
  alertTooFast: shown('40419'),
  alertCreateFailed: shown('40420'),
  alertDeleteFailed: shown('40421'),
  /** An edit of an older version than there is now. */
  alertChanged: shown('40422'),
  channelNotSet: shown('40423'),
  channelAddress: shown('40424'),
  /** It leads to this machine or into a network that is not public. */
  channelPrivate: shown('40425'),
  /** There is nothing to turn on again. */
  channelNotLinked: shown('40426'),
  alertInvalidNote: shown('40427'),

  // A file of alerts: the first three of all of it, the others of one line.
  alertFileUnreadable: shown('40801'),
  alertFileEmpty: shown('40802'),
  alertFileTooLong: shown('40803'),
  alertLineUnreadable: shown('40804'),
  alertLineMissing: shown('40805'),
  alertLineValue: shown('40806'),

  // Accounts.
  wrongCredentials: shown('40501'),
  emailTaken: shown('40502'),
  emailInvalid: shown('40503'),
  passwordTooWeak: shown('40504'),
  tooManyGuesses: shown('40505'),
  codeWrong: shown('40506'),
  mailNotSet: shown('40507'),
  oidcNotSet: shown('40508'),
  oidcFailed: shown('40509'),
  subAccountLogin: shown('40510'),
  smsNotSet: shown('40511'),
  phoneInvalid: shown('40512'),
  listViewsFull: shown('40513'),
  loginNotRecent: shown('40514'),
  /** The link is right and the password is not the one of that registration: perhaps another person's. */
  registrationPassword: shown('40516'),
  /** The queue of password work is full; nothing was done. */
  signInBusy: shown('40515'),

  // Personal tokens.
  /** Unknown, revoked or past its end: only its owner may know which of them. */
  tokenInvalid: shown('40701'),
  tokenScope: shown('40702'),
  /** No scope opens this call. */
  tokenNotHere: shown('40703'),
  /** In an address it is in every log on the way. */
  tokenInAddress: shown('40704'),
  tokensFull: shown('40705'),

  // Customer chat.
  supportNotBegun: shown('40601'),
  supportTooFast: shown('40602'),
  supportNoAgents: shown('40603'),
  supportAgentRefused: shown('40604'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errors;
export const errorNames = Object.keys(errors) as readonly ErrorName[];

export const isErrorName = (text: string): text is ErrorName => Object.hasOwn(errors, text);

export type ErrorValues = Record<string, string | number>;

/** The row an answer's code belongs to; null for codes of no row of ours. */
export const errorOfCode = (code: string): ErrorName | null => errorNames.find((name) => errors[name].code === code) ?? null;

/** Section 8: an answer with this HTTP status is ignored without a word. */
export const ignoredHttpStatus = 429;

/** Section 8: these show their message as a toast and lead home. */
export const redirectingCodes: readonly string[] = errorNames
  .filter((name) => errors[name].client === 'toastHome')
  .map((name) => errors[name].code);

export class Refusal extends Error {
  readonly error: ErrorName;
  readonly values?: ErrorValues;

  constructor(error: ErrorName, values?: ErrorValues) {
    super(error);
    this.name = 'Refusal';
    this.error = error;
    this.values = values;
  }
}

export const refuse = (error: ErrorName, values?: ErrorValues): never => {
  throw new Refusal(error, values);
};
