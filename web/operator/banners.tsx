import type { BannerForm } from '@tidemark/contract/operators.ts';
import { locales } from '@tidemark/contract/locales.ts';
import { bannerPlaces } from '@tidemark/contract/site.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { Field, Moment, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

/** As a field for a day and a time of the browser takes it. */
const fieldTime = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export function Banners() {
  const { answer, failure, again } = useAnswer('operatorBanners', {});
  const { said, isBusy, run } = useWork();
  const [edited, setEdited] = useState<BannerForm | null>(null);
  const [version, setVersion] = useState(0);
  const startOver = () => {
    setEdited(null);
    setVersion((known) => known + 1);
  };
  const save = ({
    place,
    locale,
    title = '',
    text = '',
    href = '',
    image = '',
    startsAt = '',
    endsAt = '',
    sort,
  }: Record<string, string>) =>
    run(async () => {
      await ask('operatorSaveBanner', {
        ...(edited && { id: edited.id }),
        place: bannerPlaces.find((known) => known === place) ?? bannerPlaces[0],
        locale: locales.find((known) => known === locale) ?? null,
        title,
        text,
        href,
        image: image === '' ? null : image,
        startsAt: new Date(startsAt).getTime(),
        endsAt: new Date(endsAt).getTime(),
        sort: Number(sort),
      });
      startOver();
      await again();
      return words.isUp;
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      <BannerEditor key={edited?.id ?? `new ${version}`} edited={edited} isBusy={isBusy} onSave={save} onCancel={startOver} />
      {answer?.items.length === 0 && <p className="hint">{words.nothing}</p>}
      <ul>
        {answer?.items.map((banner) => (
          <li key={banner.id} className="card row">
            <b>{banner.title}</b> <span className="tag">{words.places[banner.place]}</span>
            <span className="tag">{banner.locale ?? words.everyLanguage}</span>
            <small>
              <Moment at={banner.startsAt} /> – <Moment at={banner.endsAt} />
            </small>
            <button disabled={isBusy} onClick={() => setEdited(banner)}>
              {words.edit}
            </button>
            <button
              className="danger"
              disabled={isBusy}
              onClick={() =>
                void run(async () => {
                  await ask('operatorRemoveBanner', { id: banner.id });
                  await again();
                  return words.isDown;
                })
              }
            >
              {words.takeDown}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function BannerEditor({
  edited,
  isBusy,
  onSave,
  onCancel,
}: {
  edited: BannerForm | null;
  isBusy: boolean;
  onSave(typed: Record<string, string>): Promise<void>;
  onCancel(): void;
}) {
  const [draft, setDraft] = useState({ title: edited?.title ?? '', text: edited?.text ?? '' });
  const [now] = useState(() => Date.now());
  return (
    <form
      className="card"
      onInput={(event) => {
        const { title = '', text = '' } = typedIn(event.currentTarget);
        setDraft({ title, text });
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(typedIn(event.currentTarget));
      }}
    >
      <div className="fields">
        <Field label={words.place}>
          <select name="place" defaultValue={edited?.place}>
            {bannerPlaces.map((place) => (
              <option key={place} value={place}>
                {words.places[place]}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.language}>
          <select name="locale" defaultValue={edited?.locale ?? ''}>
            <option value="">{words.everyLanguage}</option>
            {locales.map((locale) => (
              <option key={locale}>{locale}</option>
            ))}
          </select>
        </Field>
        <Field label={words.bannerTitle}>
          <input name="title" maxLength={200} defaultValue={edited?.title} required />
        </Field>
        <Field label={words.text}>
          <input name="text" maxLength={500} defaultValue={edited?.text} />
        </Field>
        <Field label={words.link}>
          <input name="href" defaultValue={edited?.href ?? '/'} required />
        </Field>
        <Field label={words.image}>
          <input name="image" defaultValue={edited?.image ?? ''} placeholder="/" />
        </Field>
        <Field label={words.from}>
          <input name="startsAt" type="datetime-local" defaultValue={fieldTime(edited?.startsAt ?? now)} required />
        </Field>
        <Field label={words.until}>
          <input name="endsAt" type="datetime-local" defaultValue={fieldTime(edited?.endsAt ?? now + 7 * dayMs)} required />
        </Field>
        <Field label={words.sort}>
          <input name="sort" type="number" min={0} max={1000} defaultValue={edited?.sort ?? 0} required />
        </Field>
      </div>
      {draft.title !== '' && (
        <p className="banner" aria-label={words.preview}>
          <b>{draft.title}</b>
          {draft.text && <span>{draft.text}</span>}
        </p>
      )}
      <div className="buttons">
        <button className="primary" disabled={isBusy}>
          {edited ? words.save : words.putUp}
        </button>
        {edited && (
          <button type="button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
