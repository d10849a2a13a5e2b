// What an operator reads and sets of the rooms, as the edge serves it below /operator.
import * as v from 'valibot';
import { receiptPattern } from '@tidemark/contract/market-maker.ts';
import type { OperatorDoor } from '#edge/http/operator.ts';
import type { MarketMakerRoom } from '#market-maker/index.ts';
import type { Users } from '#users/index.ts';
import { operatorChange } from '#users/operator-change.ts';

const pageSize = 50;
const path = '/market-maker';

type Application = NonNullable<Awaited<ReturnType<MarketMakerRoom['operator']['one']>>>;

export function marketMakerDoors({ list, one, image, remove }: MarketMakerRoom['operator']): readonly OperatorDoor[] {
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
      answer: async ({ receipt = '' }) => ((await remove(receipt)) ? { json: { removed: receipt } } : null),
    },
  ];
}

/** The number that a person calls their user ID; others are nobody's. */
const numberOf = (typed: string | undefined): number | null => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : null);

export function userDoors({ one, set }: Users['operator']): readonly OperatorDoor[] {
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
        const changed = await set(number, read.output);
        return changed && { json: changed };
      },
    },
  ];
}
