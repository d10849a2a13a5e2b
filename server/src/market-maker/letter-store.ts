// SQL of the letters.
import type pg from 'pg';
import type { MarketMakerForm } from '@tidemark/contract/market-maker.ts';

export type LetterKind = 'operator' | 'receipt';
export type LetterEnd = 'sent' | 'refused' | 'noAddress' | 'expired';
export interface DueLetter extends MarketMakerForm {
  readonly applicationId: string;
  readonly kind: LetterKind;
  readonly tries: number;
  readonly receipt: string;
  readonly receivedAt: Date;
  readonly locale: string;
  readonly accountId: string | null;
  readonly images: number;
}

const claim = `
  with due as (
    select application_id, kind from market_maker_letter
    where ended_at is null and due_at <= $1 and kind = any($2) order by due_at limit $4 for update skip locked
  ), taken as (
    update market_maker_letter l set tries = l.tries + 1, due_at = $3 from due where l.application_id = due.application_id
      and l.kind = due.kind
    returning l.application_id, l.kind, l.tries
  )
  select t.application_id as "applicationId", t.kind, t.tries, a.receipt, a.received_at as "receivedAt", a.locale,
    a.account_id as "accountId", a.applicant_name as "applicantName",
    a.applicant_title as "applicantTitle", a.introduction, a.strategy, a.user_id as "userId", (select count(*)::int
      from market_maker_image i where i.application_id = a.id) as images
  from taken t join market_maker_application a on a.id = t.application_id order by a.received_at`;

export function createLetterStore(pool: pg.Pool) {
  return {
    /** No other process takes them before heldUntil. */
    async claim(kinds: readonly LetterKind[], now: Date, heldUntil: Date, most: number): Promise<DueLetter[]> {
      return (await pool.query<DueLetter>(claim, [now, kinds, heldUntil, most])).rows;
    },
    async finish({ applicationId, kind }: DueLetter, outcome: LetterEnd, at: Date): Promise<void> {
      await pool.query('update market_maker_letter set ended_at = $3, outcome = $4 where application_id = $1 and kind = $2', [
        applicationId,
        kind,
        at,
        outcome,
      ]);
    },
    async tryAgain({ applicationId, kind }: DueLetter, at: Date): Promise<void> {
      await pool.query('update market_maker_letter set due_at = $3 where application_id = $1 and kind = $2 and ended_at is null', [
        applicationId,
        kind,
        at,
      ]);
    },
  };
}
