// How countries treat crypto: facts by key, so that they can be counted, compared and said in any language. What is not
// known for sure is left out; an absent feature means exactly that and never 'no'.
import * as v from 'valibot';
import { characters, filled, listOf, text, timeMs } from './wire.ts';

/**
 * legal: may be held and traded, without a law of its own for those who offer it. regulated: such a law is in force.
 * restricted: much of it is forbidden. banned: trading or offering it is. unclear: the law says too little, or is in the making.
 */
export const policyStatuses = ['legal', 'regulated', 'restricted', 'banned', 'unclear'] as const;
export type PolicyStatus = (typeof policyStatuses)[number];

/** What may apply, and how. 'planned': decided on, not yet in force. */
export const policyFeatures = {
  licence: ['licence', 'registration', 'planned', 'none'],
  stablecoins: ['rules', 'planned'],
  derivatives: ['allowed', 'limited', 'forbidden'],
  payments: ['allowed', 'forbidden'],
  gainsTax: ['taxed', 'special', 'notTaxed'],
  travelRule: ['inForce', 'planned'],
  mining: ['allowed', 'restricted', 'forbidden'],
  spotEtf: ['allowed', 'notAllowed'],
  cbdc: ['issued', 'pilot', 'preparing', 'research', 'dropped'],
} as const;
export type PolicyFeature = keyof typeof policyFeatures;
export const policyFeatureNames = Object.keys(policyFeatures) as readonly PolicyFeature[];

export const policyMilestones = [
  'proposed',
  'passed',
  'inForce',
  'amended',
  'guidance',
  'warning',
  'court',
  'licensing',
  'registration',
  'travelRule',
  'stablecoins',
  'promotions',
  'tax',
  'ban',
  'icoBan',
  'bankBan',
  'paymentBan',
  'miningBan',
  'retailBan',
  'eased',
  'miningRules',
  'legalTender',
  'legalTenderEnded',
  'futures',
  'spotEtf',
  'reserve',
  'cbdcIssued',
  'cbdcPilot',
  'cbdcDropped',
] as const;

export const policyFeatureValues = v.object({
  licence: v.optional(v.picklist(policyFeatures.licence)),
  stablecoins: v.optional(v.picklist(policyFeatures.stablecoins)),
  derivatives: v.optional(v.picklist(policyFeatures.derivatives)),
  payments: v.optional(v.picklist(policyFeatures.payments)),
  gainsTax: v.optional(v.picklist(policyFeatures.gainsTax)),
  travelRule: v.optional(v.picklist(policyFeatures.travelRule)),
  mining: v.optional(v.picklist(policyFeatures.mining)),
  spotEtf: v.optional(v.picklist(policyFeatures.spotEtf)),
  cbdc: v.optional(v.picklist(policyFeatures.cbdc)),
} satisfies Record<PolicyFeature, unknown>);

/** How exactly a date is known; at is where the day, month or year begins, UTC. */
const policyDate = v.object({ at: timeMs, precision: v.picklist(['year', 'month', 'day']) });
export type PolicyDate = v.InferOutput<typeof policyDate>;

/** Facts are called old once they have not been checked for a year. */
export const policyOldAfterMs = 365 * 86_400_000;

export const policyCountry = v.pipe(characters, v.regex(/^[A-Z]{2}$/));

export const policy = v.object({
  country: policyCountry,
  /** Of the country, in the reader's language. */
  name: filled(100),
  /** Whose rules apply here beside its own. */
  bloc: v.nullable(policyCountry),
  status: v.picklist(policyStatuses),
  title: filled(300),
  summary: text(4000),
  /** When what is described began; null where no day can be named. */
  since: v.nullable(timeMs),
  sincePrecision: policyDate.entries.precision,
  /** Names as the law itself has them. */
  laws: listOf(v.object({ name: filled(200), since: v.nullable(policyDate) }), 12),
  regulators: listOf(filled(200), 12),
  features: policyFeatureValues,
  /** Newest first; those of the bloc stand at the bloc. */
  milestones: listOf(v.object({ on: policyDate, kind: v.picklist(policyMilestones), name: filled(200) }), 40),
  source: text(200),
  link: text(1000),
  checkedAt: timeMs,
});
export type Policy = v.InferOutput<typeof policy>;
