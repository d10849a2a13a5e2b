// Pure decisions about accounts: what a user is shown to be, which preferences stand, what a device is called.
import * as v from 'valibot';
import { defaultUserPreference, userPreference, type UserInfo, type UserPreference, type UserSettings } from '@tidemark/contract/users.ts';
import type { Account } from './store.ts';

/** 'Ada Lovelace' is shown as 'A**********e'. */
export const starred = (name: string): string => {
  const letters = [...name];
  return letters.length < 2
    ? letters.map(() => '*').join('')
    : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.length > 2 ? letters.at(-1) : '*'}`;
};

/** Section 3, User info. */
export function showUser(account: Account, hasSubAccounts: boolean): UserInfo {
  const isEmailBound = account.email !== null && account.emailVerifiedAt !== null;
  const isPhoneBound = account.phone !== '' && account.phoneVerifiedAt !== null;
  const realName = [account.givenName, account.familyName].filter(Boolean).join(' ');
  const loginName = account.email ?? account.phone;
  return {
    userId: String(account.number),
    loginName: loginName.slice(0, 128),
    userName: (account.nickName || loginName).slice(0, 128),
    nickName: account.nickName,
    email: account.email ?? '',
    mobile: account.phone,
    phone: account.phone,
    areaCode: account.areaCode,
    bindPhone: isPhoneBound,
    bindEmail: isEmailBound,
    bindGoogle: account.bindGoogle,
    isFund: account.isFund,
    fundValue: account.fundValue,
    fundDisabled: account.fundDisabled,
    antiPhishingCode: account.antiPhishingCode,
    hasRealValidate: account.identityLevel > 0,
    identityLevel: account.identityLevel,
    realName,
    starRealName: starred(realName),
    openOtc: account.openOtc,
    openContract: account.openContract,
    openGtFees: account.openGtFees,
    emailEnable: isEmailBound,
    phoneEnable: isPhoneBound,
    googleEnable: account.googleEnable,
    frozen: account.frozen,
    subAccount: account.parentId !== null,
    childFlag: hasSubAccounts,
    userType: account.userType,
    vipLevel: account.vipLevel,
    showUserVip: account.vipLevel > 0,
    switchFlag: hasSubAccounts,
    accountMode: account.accountMode,
    createdDate: account.createdAt.getTime(),
    updatedDate: account.updatedAt.getTime(),
    familyName: account.familyName,
    givenName: account.givenName,
  };
}

/** The spec names the flags and not their meaning; we read them as short forms of the fields of the user info. */
export const settingsOf = (info: UserInfo): UserSettings => ({
  mbf: info.bindPhone,
  ebf: info.bindEmail,
  gbf: info.bindGoogle,
  tbf: info.isFund,
  tpi: info.fundValue,
  tpl: info.fundDisabled,
  kf: info.hasRealValidate,
  oo: info.openOtc,
  oc: info.openContract,
  ob: info.openGtFees,
  eef: info.emailEnable,
  mef: info.phoneEnable,
  gef: info.googleEnable,
  k1f: info.identityLevel >= 1,
  k2f: info.identityLevel >= 2,
});

/** Field by field: a value an older or newer release wrote must not cost the others. */
export function readPreference(stored: unknown): UserPreference {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const entries = Object.entries(userPreference.entries).filter(
    ([name, schema]) => Object.hasOwn(given, name) && v.is(schema, given[name]),
  );
  return { ...defaultUserPreference, ...Object.fromEntries(entries.map(([name]) => [name, given[name]])) };
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Enough for users to know their own device again, and no more is kept. */
export function deviceOf(userAgent: string | undefined): string {
  const find = (table: readonly [RegExp, string][]) => table.find(([form]) => form.test(userAgent ?? ''))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ');
}
