// What an operator may set of an account.
import * as v from 'valibot';
import { characters, count } from '@tidemark/contract/wire.ts';

const level = v.pipe(count, v.maxValue(1_000));
const name = v.pipe(characters, v.maxLength(60));

/** Section 3, User info: everything in it that neither the person says nor follows from the rest. */
export const operatorChange = v.partial(
  v.strictObject({
    frozen: v.boolean(),
    identityLevel: level,
    vipLevel: level,
    userType: level,
    accountMode: level,
    familyName: name,
    givenName: name,
    openOtc: v.boolean(),
    openContract: v.boolean(),
    openGtFees: v.boolean(),
    isFund: v.boolean(),
    fundValue: v.boolean(),
    fundDisabled: v.boolean(),
    bindGoogle: v.boolean(),
    googleEnable: v.boolean(),
  }),
);
export type OperatorChange = v.InferOutput<typeof operatorChange>;
