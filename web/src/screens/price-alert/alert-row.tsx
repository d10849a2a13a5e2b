import { type AlertItem } from '@tidemark/contract/alerts.ts';
import { alertFrequency, isChannelType, isLinkedChannel, noticeChannels, priceSource } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { priceFor } from '#features/alerts/alert-form.ts';
import { ChannelIcon, useChannelName } from '#features/alerts/channel-icon.tsx';
import { useCondition } from '#features/alerts/condition.ts';
import { pairPrice } from '#features/alerts/pair-price.ts';
import { useFormat } from '#i18n/format.ts';
import { useRichText, useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import { Num, Price } from '#ui/number.tsx';
import { DistanceBar } from './distance-bar.tsx';

interface AlertRowProps {
  readonly alert: AlertItem;
  readonly isChosen: boolean;
  readonly isOn: boolean;
  onChoose(isChosen: boolean): void;
  onTurn(): void;
  onEdit(): void;
  /** null: it cannot be copied. */
  readonly onCopy: (() => void) | null;
  onDelete(): void;
}

const frequencyWord = {
  [alertFrequency.every]: 'every',
  [alertFrequency.onceADay]: 'onceADay',
  [alertFrequency.onceOnly]: 'onceOnly',
} as const;
const sourceWord = { [priceSource.market]: 'market', [priceSource.mark]: 'mark', [priceSource.index]: 'index' } as const;

const writePrice = (text: string) => <Price text={text} />;

export function AlertRow({ alert, isChosen, isOn, onChoose, onTurn, onEdit, onCopy, onDelete }: AlertRowProps) {
  const t = useText();
  const rich = useRichText();
  const format = useFormat();
  const time = useTime();
  const condition = useCondition();
  const nameOf = useChannelName();
  const price = priceFor(alert, alert);
  const name = alert.symbolCodeDisplayName;
  const isChannel = isChannelType(alert.alertType);
  const bounds = isChannel
    ? { lower: Number(alert.configurePriceDown), upper: Number(alert.configurePriceUp), price: price === null ? null : Number(price) }
    : null;
  return (
    <tr data-state={alert.state}>
      <td className="a-choose">
        <label>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={t('alerts.selectOf', { pair: name, condition: condition(alert) })}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </label>
      </td>
      <th scope="row" className="a-pair">
        <b>{name}</b>
        <span className="sub">
          {alert.businessLine === businessLine.futures && <>{alert.exchangeName} · </>}
          {alert.businessLine === businessLine.p2p ? t('alerts.bestAd') : t(`alerts.sourceOf.${sourceWord[alert.priceSource]}`)}
        </span>
      </th>
      <td className="a-condition">
        {condition(alert)}
        <span className="sub">{rich('alerts.nowIs', { price: writePrice }, { price: pairPrice(format, price, alert) })}</span>
        {alert.note && (
          <span className="sub note">
            <bdi>{alert.note}</bdi>
          </span>
        )}
      </td>
      <td className="a-distance">
        <DistanceBar state={alert.state} distance={alert.distance === null ? null : Number(alert.distance)} bounds={bounds} />
        <Num
          text={
            alert.state === 'latched'
              ? t('alerts.reached')
              : alert.distance === null
                ? null
                : format.change(Math.abs(Number(alert.distance))).text.replace('+', '')
          }
        />
      </td>
      <td className="a-state">
        <span className={`state ${alert.state}`}>{t(`alerts.state.${alert.state}`)}</span>
        <span className="sub">
          {alert.lastFiredAt === null
            ? t(`alerts.why.${alert.state}`)
            : t('alerts.fired', { count: alert.firedCount, time: time(alert.lastFiredAt) })}
        </span>
      </td>
      <td className="a-howOften">{t(`alerts.frequency.${frequencyWord[alert.frequency]}`)}</td>
      <td className="a-channels">
        <ul className="channel-icons">
          {noticeChannels.map((channel) => {
            const isUsed = channel === 4 || alert.channels.includes(channel);
            return isLinkedChannel(channel) && !isUsed ? null : (
              <li key={channel} data-off={isUsed ? undefined : ''} title={nameOf(channel)}>
                <ChannelIcon channel={channel} />
                {isUsed && <span className="sr-only">{nameOf(channel)}</span>}
              </li>
            );
          })}
        </ul>
      </td>
      <td className="a-on">
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isOn}
          aria-label={t('alerts.switch', { pair: name, condition: condition(alert) })}
          onClick={onTurn}
        />
      </td>
      <td className="a-act">
        <button
          type="button"
          className="text-btn"
          onClick={onEdit}
          aria-label={t('alerts.editOf', { pair: name, condition: condition(alert) })}
        >
          {t('alerts.editShort')}
        </button>
        {onCopy && (
          <button
            type="button"
            className="text-btn"
            onClick={onCopy}
            aria-label={t('alerts.copyOf', { pair: name, condition: condition(alert) })}
          >
            {t('alerts.copyShort')}
          </button>
        )}
        <button
          type="button"
          className="text-btn"
          onClick={onDelete}
          aria-label={t('alerts.deleteOf', { pair: name, condition: condition(alert) })}
        >
          {t('alerts.deleteShort')}
        </button>
      </td>
    </tr>
  );
}
