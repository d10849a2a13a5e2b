// The role delivery: sends the notices of alerts, and letters about market makers' applications.
import { createAlertDelivery } from '#alerts/index.ts';
import { createLetters } from '#market-maker/index.ts';
import { createDirectory } from '#users/index.ts';
import { channelSettings } from './channel-settings.ts';
import type { MarketRooms } from './feed.ts';
import type { ProcessParts } from './process-parts.ts';
import { createSenders } from './senders.ts';

export async function startDelivery(parts: ProcessParts, { market }: MarketRooms): Promise<void> {
  const { config, clock, log, metrics, readiness, db, bus, words, onStop } = parts;
  const { mail, sms } = createSenders(config);
  const people = createDirectory(db.orm);
  const { publicUrl } = config;
  const channels = channelSettings(config);
  const delivery = await createAlertDelivery({
    db: db.reserved,
    bus,
    clock,
    log,
    metrics,
    words,
    market,
    people,
    mail,
    sms,
    publicUrl,
    channels,
  });
  delivery.start();
  readiness.add('outbox', { check: () => delivery.isWell(), toleratedMs: 3_000 });
  const operatorMail = config.marketMakerMail;
  const letters = mail && createLetters({ db: db.reserved, bus, clock, log, words, people, mail, operatorMail, publicUrl });
  letters?.start();
  onStop(async () => {
    await Promise.all([delivery.stop(), letters?.stop()]);
    mail?.close();
  });
}
