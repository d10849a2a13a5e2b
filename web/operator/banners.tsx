import { bannerPlaces } from '@tidemark/contract/site.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { ask, useAnswer, useWork } from './api.ts';
import { Field, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

export function Banners() {
  const { answer, failure, again } = useAnswer('operatorBanners', {});
  const { said, isBusy, run } = useWork();
  const putUp = ({ place, title = '', text = '', href = '', days }: Record<string, string>) =>
    run(async () => {
      const startsAt = Date.now();
      await ask('operatorSaveBanner', {
        place: bannerPlaces.find((known) => known === place) ?? bannerPlaces[0],
        locale: null,
        title,
        text,
        href,
        image: null,
        startsAt,
        endsAt: startsAt + Number(days) * dayMs,
        sort: 0,
      });
      await again();
      return words.isUp;
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void putUp(typedIn(event.currentTarget));
        }}
      >
        <Field label={words.place}>
          <select name="place">
            {bannerPlaces.map((place) => (
              <option key={place}>{place}</option>
            ))}
          </select>
        </Field>
        <Field label={words.bannerTitle}>
          <input name="title" maxLength={200} required />
        </Field>
        <Field label={words.text}>
          <input name="text" maxLength={500} />
        </Field>
        <Field label={words.link}>
          <input name="href" defaultValue="/" required />
        </Field>
        <Field label={words.days}>
          <input name="days" type="number" min={1} max={365} defaultValue={7} required />
        </Field>
        <button disabled={isBusy}>{words.putUp}</button>
      </form>
      {answer?.items.length === 0 && <p>{words.nothing}</p>}
      <ul>
        {answer?.items.map(({ id, place, title, endsAt }) => (
          <li key={id} className="card row">
            <b>{title}</b> <span>{place}</span> <time>{new Date(endsAt).toISOString().slice(0, 10)}</time>
            <button
              disabled={isBusy}
              onClick={() =>
                void run(async () => {
                  await ask('operatorRemoveBanner', { id });
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
