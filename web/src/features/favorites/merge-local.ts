import { ApiError } from '#api/client.ts';

export interface Merged {
  readonly added: number;
  /** Could not be added: no room, or no longer traded. They stay in this browser. */
  readonly left: readonly string[];
}

interface MergeInto {
  readonly symbolIds: readonly string[];
  readonly totalLimit: number;
  /** All or none; answers how many were new. */
  add(symbolIds: readonly string[]): Promise<number>;
}

/** A visitor's favorites into an account: nothing the account has is touched, nothing that fits is left behind. */
export async function mergeLocal(local: readonly string[], { symbolIds, totalLimit, add }: MergeInto): Promise<Merged> {
  const known = new Set(symbolIds);
  const fresh = local.filter((id) => !known.has(id));
  const room = Math.max(0, totalLimit - symbolIds.length);
  const left = fresh.slice(room);
  let added = 0;

  // One pair the market has dropped refuses all that came with it, so a refused lot is halved until it stands alone.
  const addAll = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    try {
      added += await add(ids);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.error !== 'unknownSymbol' && error.error !== 'favoritesLimit')) throw error;
      if (ids.length === 1) return void left.push(ids[0]!);
      const half = ids.length >> 1;
      await addAll(ids.slice(0, half));
      await addAll(ids.slice(half));
    }
  };
  await addAll(fresh.slice(0, room));
  return { added, left };
}
