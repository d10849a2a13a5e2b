// Accounts as both sides see them: user info and settings (section 3), preferences, the UTA rule. How a user gets into
// one is accounts.ts.
//
// A frozen account cannot log in and loses its sessions (20906). A sub-account belongs to another account (subAccount); one
// that has sub-accounts of its own says so (childFlag). A sub-account cannot log in by itself and inherits nothing: neither
// preferences, nor favorites, nor alerts of the account it belongs to.
import * as v from 'valibot';
import { changeBases, defaultChangeBase } from './market.ts';
import { businessLine, type BusinessLine } from './business-lines.ts';
import { currencyCodes } from './money.ts';
import { updowns } from './site.ts';
import { call, count, done, languageType, text, timeMs } from './wire.ts';

/** Section 4, Login state: unknown until the user info call has answered; its failure means visitor (section 8). */
export const loginStates = ['checking', 'loggedIn', 'visitor'] as const;
export type LoginState = (typeof loginStates)[number];
/** Section 8: when this call answers with a code that leads home, login state and cookies are cleared too. */
export const sessionClearingCall = 'userInfo';

/** Section 3: a UTA account is one whose accountMode is 1 or 4. */
const utaAccountModes: readonly number[] = [1, 4];
export const isUta = (accountMode: number): boolean => utaAccountModes.includes(accountMode);

/** Section 3: flags of the settings. The spec does not say what they mean; they travel as they are. */
export const settingsFlags = ['mbf', 'ebf', 'gbf', 'tbf', 'tpi', 'tpl', 'kf', 'oo', 'oc', 'ob', 'eef', 'mef', 'gef', 'k1f', 'k2f'] as const;

export const userSettings = v.object(v.entriesFromList(settingsFlags, v.boolean()));
export type UserSettings = v.InferOutput<typeof userSettings>;

const name = text(128);

/** Section 3, User info. */
export const userInfo = v.object({
  userId: text(64),
  loginName: name,
  userName: name,
  nickName: name,
  email: text(254),
  mobile: text(32),
  phone: text(32),
  areaCode: text(8),
  bindPhone: v.boolean(),
  bindEmail: v.boolean(),
  bindGoogle: v.boolean(),
  isFund: v.boolean(),
  fundValue: v.boolean(),
  fundDisabled: v.boolean(),
  antiPhishingCode: text(64),
  hasRealValidate: v.boolean(),
  identityLevel: count,
  realName: name,
  starRealName: name,
  openOtc: v.boolean(),
  openContract: v.boolean(),
  openGtFees: v.boolean(),
  emailEnable: v.boolean(),
  phoneEnable: v.boolean(),
  googleEnable: v.boolean(),
  frozen: v.boolean(),
  subAccount: v.boolean(),
  childFlag: v.boolean(),
  userType: count,
  vipLevel: count,
  showUserVip: v.boolean(),
  switchFlag: v.boolean(),
  accountMode: count,
  createdDate: timeMs,
  updatedDate: timeMs,
  familyName: name,
  givenName: name,
});
export type UserInfo = v.InferOutput<typeof userInfo>;

/** The sounds a price notice can make. */
export const tones = ['tide', 'bell', 'drop'] as const;

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439));

/** Section 3, User preference, and the chosen tone of section 4. */
export const userPreference = v.object({
  /** A change base: minutes from UTC, or -1 for the last 24 hours. */
  timeZone: v.picklist(changeBases),
  spotPopSwitch: v.boolean(),
  spotVoiceSwitch: v.boolean(),
  contractPopSwitch: v.boolean(),
  contractVoiceSwitch: v.boolean(),
  tone: v.picklist(tones),
  /** Minutes of the day in the user's own clock; both or neither. Over midnight when the end is before the beginning. */
  quietFrom: v.nullable(minuteOfDay),
  quietTo: v.nullable(minuteOfDay),
  /** null: as the language has it. */
  updown: v.nullable(v.picklist(updowns)),
  fiat: v.nullable(v.picklist(currencyCodes)),
});
export type UserPreference = v.InferOutput<typeof userPreference>;

export const defaultUserPreference: UserPreference = {
  timeZone: defaultChangeBase,
  spotPopSwitch: true,
  spotVoiceSwitch: true,
  contractPopSwitch: true,
  contractVoiceSwitch: true,
  tone: 'tide',
  quietFrom: null,
  quietTo: null,
  updown: null,
  fiat: null,
};

/** Quiet hours: notices are kept and neither pop up nor sound. */
export const isQuiet = ({ quietFrom, quietTo }: Pick<UserPreference, 'quietFrom' | 'quietTo'>, minute: number): boolean => {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
  return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
};

/** Section 4, Price notice: what a notice of a line may do. Sound never comes without the visible notice. minute: of the reader's day. */
export const noticeEffects = (
  isShow: boolean,
  line: BusinessLine,
  preference: UserPreference,
  minute?: number,
): { pop: boolean; sound: boolean } => {
  const futures = line === businessLine.futures;
  const isHushed = minute !== undefined && isQuiet(preference, minute);
  const pop = isShow && !isHushed && (futures ? preference.contractPopSwitch : preference.spotPopSwitch);
  return { pop, sound: pop && (futures ? preference.contractVoiceSwitch : preference.spotVoiceSwitch) };
};

/** Getting in and out is in accounts.ts, so that a page that shows prices does not carry the rules of passwords. */
export const userCalls = {
  userInfo: call({
    kind: 'read',
    method: 'POST',
    alsoMethod: 'GET',
    path: '/user/overview/userinfo',
    who: 'user',
    about: 'Who is logged in.',
    input: v.object({ languageType }),
    output: v.object({ userInfo, settings: userSettings, loginName: name, userName: name }),
  }),
  logout: call({
    kind: 'write',
    method: 'GET',
    path: '/user/logout',
    about: 'Ends the session. Without one it succeeds too.',
    input: v.object({ languageType }),
    output: done,
  }),
  clearCookie: call({
    kind: 'write',
    method: 'POST',
    path: '/user/public/clearCookie',
    about: 'Takes the session cookies out of the browser.',
    input: v.object({ languageType }),
    output: done,
  }),
  getPreference: call({
    kind: 'read',
    method: 'POST',
    path: '/user/preference/get',
    who: 'user',
    about: 'Time zone, notice switches, tone, quiet hours, colours and fiat of the user.',
    input: v.object({ languageType }),
    output: userPreference,
  }),
  updatePreference: call({
    kind: 'write',
    method: 'POST',
    path: '/user/preference/update',
    who: 'user',
    about: 'Changes some of the preferences; answers all of them. With keepChosen only what the account has not chosen yet.',
    input: v.object({ languageType, ...v.partial(userPreference).entries, keepChosen: v.optional(v.boolean()) }),
    output: userPreference,
  }),
} as const;
