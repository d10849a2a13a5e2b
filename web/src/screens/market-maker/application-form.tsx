import { checkMarketMakerForm, isDigitsOnly, marketMakerLimits, type MarketMakerForm } from '@tidemark/contract/market-maker.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#api/client.ts';
import { useApi } from '#api/use-api.tsx';
import { useText, type Text } from '#i18n/text.tsx';
import { latinDigits } from '#i18n/typed-number.ts';
import { useSession } from '#session/session.ts';
import { endOfWrite } from '#page/write-end.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { CountedField } from './counted-field.tsx';
import { attemptFor, fieldNames, keepReceipt, putForm, useForm, wipeDraft, type Receipt } from './draft.ts';
import { PictureField } from './picture-field.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';

type Busy = 'pictures' | 'sending' | null;

export function ApplicationForm({ onReceipt }: { onReceipt(receipt: Receipt): void }) {
  const t = useText();
  const api = useApi();
  const { user } = useSession();
  const { uploads, pictures } = usePictureUploads();
  const typed = useForm();
  const [isUserIdTyped, setUserIdTyped] = useState(false);
  const own = user && isDigitsOnly(user.userId) ? user.userId : '';
  const form = { ...typed, userId: typed.userId === '' && !isUserIdTyped ? own : typed.userId };
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState<Busy>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);

  const set = (name: keyof MarketMakerForm) => (value: string) => {
    if (name === 'userId') setUserIdTyped(true);
    putForm({ ...typed, [name]: value });
  };
  // To the first thing that is wrong, once for each try.
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-retry]')?.focus();
  }, [tries]);

  const wrong = checkMarketMakerForm(form);
  const isTried = tries > 0;
  const problemOf = (name: keyof MarketMakerForm) => (isTried && wrong[name] ? t(`makers.error.${wrong[name] as FormError}`) : null);
  const wrongCount = fieldNames.filter((name) => wrong[name]).length;

  const send = async (): Promise<void> => {
    const hasFailed = () => uploads.now().some(({ state }) => state === 'failed');
    if (isRunning.current) return;
    setFailure(null);
    if (wrongCount > 0 || hasFailed()) {
      if (wrongCount === 0) setFailure(t('makers.pictureFailed'));
      return setTries(tries + 1);
    }
    isRunning.current = true;
    try {
      setBusy('pictures');
      await uploads.settled();
      if (hasFailed()) {
        setFailure(t('makers.pictureFailed'));
        return setTries(tries + 1);
      }
      setBusy('sending');
      const imageIds = uploads.now().flatMap(({ state, imageId }) => (state === 'done' && imageId ? [imageId] : []));
      const { clientKey } = attemptFor(JSON.stringify([form, imageIds]));
      const receipt = await api.call('applyMarketMaker', { ...form, clientKey, imageIds });
      wipeDraft();
      keepReceipt(receipt);
      onReceipt(receipt);
    } catch (error) {
      if (error instanceof ApiError && error.error === 'imageGone') uploads.lose();
      setFailure(failureText(t, error));
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };

  const clear = () => {
    for (const { key } of uploads.now()) uploads.remove(key);
    wipeDraft();
    setUserIdTyped(false);
    setTries(0);
    setFailure(null);
  };
  const isEmpty = pictures.length === 0 && fieldNames.every((name) => typed[name] === '');

  return (
    <form
      ref={element}
      className="frame maker-form"
      noValidate
      method="post"
      aria-busy={busy !== null}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="maker-pair">
        <CountedField
          label={t('makers.name')}
          value={form.applicantName}
          onChange={set('applicantName')}
          limit={marketMakerLimits.applicantName}
          problem={problemOf('applicantName')}
          input={{ autoComplete: 'name' }}
        />
        <CountedField
          label={t('makers.jobTitle')}
          value={form.applicantTitle}
          onChange={set('applicantTitle')}
          limit={marketMakerLimits.applicantTitle}
          problem={problemOf('applicantTitle')}
          input={{ autoComplete: 'organization-title' }}
        />
      </div>
      <CountedField
        label={t('makers.introduction')}
        help={t('makers.introduction.help')}
        rows={6}
        value={form.introduction}
        onChange={set('introduction')}
        limit={marketMakerLimits.introduction}
        problem={problemOf('introduction')}
      />
      <CountedField
        label={t('makers.strategy')}
        help={t('makers.strategy.help')}
        rows={4}
        value={form.strategy}
        onChange={set('strategy')}
        limit={marketMakerLimits.strategy}
        problem={problemOf('strategy')}
      />
      <div className="maker-pair">
        <CountedField
          label={t('makers.userId')}
          help={t('makers.userId.help')}
          value={form.userId}
          onChange={(typedId) => set('userId')(latinDigits(typedId))}
          limit={null}
          problem={problemOf('userId')}
          input={{ inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' }}
        />
      </div>
      <PictureField uploads={uploads} pictures={pictures} />
      <div role="alert">
        {(failure || (isTried && wrongCount > 0)) && (
          <p className="note error">
            <Icon name="warn" />
            <span>{failure ?? t('makers.check', { count: wrongCount })}</span>
          </p>
        )}
      </div>
      <noscript>
        <p className="note warn">{t('makers.noScript')}</p>
      </noscript>
      <div className="maker-foot">
        <Button kind="primary" type="submit" disabled={busy !== null} aria-busy={busy !== null}>
          {busy === 'pictures' ? t('makers.sendingPictures') : busy === 'sending' ? t('makers.sending') : t('makers.submit')}
        </Button>
        {!isEmpty && (
          <Button kind="quiet" disabled={busy !== null} onClick={clear}>
            {t('makers.clear')}
          </Button>
        )}
        <p className="text-12 text-ink-3">{t('makers.kept')}</p>
      </div>
    </form>
  );
}

type FormError =
  | 'applicantNameTooLong'
  | 'applicantTitleTooLong'
  | 'introductionTooLong'
  | 'strategyTooLong'
  | 'userIdNotDigits'
  | 'formIncomplete';

function failureText(t: Text, error: unknown): string {
  if (!(error instanceof ApiError)) return t('makers.failed.offline');
  if (error.error === 'tooManyRequests') return t('writes.busy');
  if (error.error === 'offline') return t('makers.failed.offline');
  return error.error === 'outcomeUnknown' || endOfWrite(error) === 'unknown' ? t('makers.failed.unknown') : error.message;
}
