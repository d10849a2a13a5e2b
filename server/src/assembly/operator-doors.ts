// What an operator reads and sets of the rooms, as the edge serves it below /operator.
import * as v from 'valibot';
import { receiptPattern } from '@tidemark/contract/market-maker.ts';
import type { OperatorDoor } from '#edge/http/operator.ts';
import type { MarketMakerRoom } from '#market-maker/index.ts';
import type { Operators } from '#operators/index.ts';
import type { Users } from '#users/index.ts';
import { operatorChange, type OperatorChange } from '#users/operator-change.ts';

const pageSize = 50;
const path = '/market-maker';
/** In the log of changes; no person is called so there. */
const who = 'OPERATOR_TOKEN';
type Noted = Operators['noted'];

type Application = NonNullable<Awaited<ReturnType<MarketMakerRoom['operator']['one']>>>;

export function marketMakerDoors({ list, one, image, remove }: MarketMakerRoom['operator'], noted: Noted): readonly OperatorDoor[] {
  const show = ({ receipt, receivedAt, images, ...rest }: Application) => ({
    receipt,
    receivedAt: receivedAt.toISOString(),
    ...rest,
    images: images.map(({ position, ...shown }) => ({ ...shown, path: `/operator${path}/${receipt}/images/${position}` })),
  });
  return [
    {
      method: 'GET',
      path,
      async answer(_params, { before }) {
        const since = typeof before === 'string' && receiptPattern.test(before) ? before : null;
        const found = await list(since, pageSize);
        return {
          json: {
            applications: found.map(show),
            next: found.length === pageSize ? `/operator${path}?before=${found.at(-1)!.receipt}` : null,
          },
        };
      },
    },
    {
      method: 'GET',
      path: `${path}/:receipt`,
      async answer({ receipt = '' }) {
        const found = await one(receipt);
        return found && { json: show(found) };
      },
    },
    {
      method: 'GET',
      path: `${path}/:receipt/images/:position`,
      async answer({ receipt = '', position = '' }) {
        const found = /^[1-9]$/.test(position) ? await image(receipt, Number(position)) : null;
        return found && { file: { ...found, name: `${receipt}-${position}.${found.mediaType === 'image/png' ? 'png' : 'jpg'}` } };
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:receipt`,
      async answer({ receipt = '' }) {
        const found = await one(receipt);
        if (found === null) return null;
        const before = { receivedAt: found.receivedAt.toISOString() };
        const isRemoved = await noted({ who, action: 'removeApplication', target: receipt, before, after: null }, () => remove(receipt));
        return isRemoved ? { json: { removed: receipt } } : null;
      },
    },
  ];
}

/** The number that a user knows as their user ID; any other text belongs to no account. */
const numberOf = (typed: string | undefined): number | null => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : null);

/** The log says that a user's name was set, not what it is: readers of the log need no more. */
const names: readonly string[] = ['familyName', 'givenName'] satisfies (keyof OperatorChange)[];
const shownIn = (change: OperatorChange, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(change).map((field) => [field, names.includes(field) ? '…' : values[field]]));

export function userDoors({ one, set }: Users['operator'], noted: Noted): readonly OperatorDoor[] {
  return [
    {
      method: 'GET',
      path: '/users/:number',
      async answer(params) {
        const number = numberOf(params['number']);
        const found = number === null ? null : await one(number);
        return found && { json: found };
      },
    },
    {
      method: 'PATCH',
      path: '/users/:number',
      async answer(params, _query, body) {
        const number = numberOf(params['number']);
        if (number === null) return null;
        // A list would pass as an object without fields.
        const read = v.safeParse(operatorChange, Array.isArray(body) ? null : body);
        if (!read.success) {
          const [issue] = read.issues;
          return { refused: `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}` };
        }
        const found = await one(number);
        if (found === null) return null;
        const [before, after] = [shownIn(read.output, { ...found }), shownIn(read.output, read.output)];
        const changed = await noted({ who, action: 'account', target: String(number), before, after }, () => set(number, read.output));
        return changed && { json: changed };
      },
    },
  ];
}
