import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useQuote } from '#live/use-quote.tsx';
import { Change, Price } from '#ui/number.tsx';

/** What it cost when it was picked and what it costs now. */
export function SincePick({ symbolId, price }: { symbolId: string; price: string }) {
  const t = useText();
  const format = useFormat();
  const last = useQuote(symbolId)?.last;
  const change = format.change(last === undefined ? null : Number(last) / Number(price) - 1);
  return (
    <dl className="pick-price">
      <div>
        <dt>{t('picks.priceAt')}</dt>
        <dd>
          <Price text={format.price(price)} />
        </dd>
      </div>
      <div>
        <dt>{t('picks.priceNow')}</dt>
        <dd>
          <Price text={last === undefined ? null : format.price(last)} /> <Change text={change.text} direction={change.direction} />
        </dd>
      </div>
    </dl>
  );
}
