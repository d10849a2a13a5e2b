import { refuse } from '@tidemark/contract/errors.ts';
import { checkMarketMakerForm, type marketMakerCalls } from '@tidemark/contract/market-maker.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { cleanForm, ownerOf } from './rules.ts';
import type { Store } from './store.ts';

export function createCalls({
  store,
  clock,
  announce,
}: {
  store: Store;
  clock: Clock;
  announce: () => void;
}): Handlers<typeof marketMakerCalls> {
  return {
    async applyMarketMaker(caller, { clientKey, imageIds, languageType: _, ...given }) {
      const form = cleanForm(given);
      const [wrong] = Object.values(checkMarketMakerForm(form));
      if (wrong) return refuse(wrong);
      const { receipt, receivedAt, isNew } = await store.keepApplication(
        { owner: ownerOf(caller), clientKey, locale: caller.locale, form, imageIds: [...new Set(imageIds)] },
        clock.now(),
      );
      if (isNew) announce();
      return { applicationId: receipt, receivedAt: receivedAt.getTime() };
    },
    async discardMarketMakerImage(caller, { imageId }) {
      await store.discardImage(ownerOf(caller), imageId);
      return { ok: true };
    },
  };
}
