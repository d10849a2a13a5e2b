// Pictures by button, by dropping or by pasting, each with what became of it.
import { imageExtensions, imageMediaTypes, marketMakerLimits } from '@tidemark/contract/market-maker.ts';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText, type Text } from '#i18n/text.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { sizeText } from './size-text.ts';
import type { Picture, PictureUploads } from './picture-uploads.ts';

const accept = [...imageMediaTypes, ...imageExtensions.map((extension) => `.${extension}`)].join(',');

export function PictureField({ uploads, pictures }: { uploads: PictureUploads; pictures: readonly Picture[] }) {
  const t = useText();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const used = pictures.filter(({ state }) => state !== 'refused').length;

  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) uploads.add(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [uploads]);

  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className="maker-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <div className="maker-label">
        <span id={`${id}-label`}>
          {t('makers.pictures')} <span className="text-ink-3">{t('makers.optional')}</span>
        </span>
        <span className="maker-count num">
          {used} / {marketMakerLimits.images}
        </span>
      </div>
      <div
        className={isOver ? 'drop-zone maker-drop is-over' : 'drop-zone maker-drop'}
        onDragEnter={hover}
        onDragOver={hover}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          uploads.add(event.dataTransfer.files);
        }}
      >
        {pictures.length > 0 && (
          <ul className="maker-pictures">
            {pictures.map((picture) => (
              <PictureRow
                key={picture.key}
                picture={picture}
                uploads={uploads}
                onGone={() => picker.current?.parentElement?.querySelector('button')?.focus()}
              />
            ))}
          </ul>
        )}
        <div className="maker-choose">
          <Button onClick={() => picker.current?.click()}>{t('makers.choose')}</Button>
          <p id={`${id}-help`} className="text-12 text-ink-3">
            {t('makers.pictures.help')}
          </p>
          <input
            ref={picker}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
            accept={accept}
            multiple
            onChange={({ target }) => {
              uploads.add([...(target.files ?? [])]);
              // The same one may be chosen again.
              target.value = '';
            }}
          />
        </div>
      </div>
      <p className="sr-only" role="status">
        {pictures.map((picture) => `${picture.name}: ${stateText(t, picture)}`).join('. ')}
      </p>
    </div>
  );
}

function PictureRow({ picture, uploads, onGone }: { picture: Picture; uploads: PictureUploads; onGone(): void }) {
  const t = useText();
  const { key, name, size, state, share, thumbnail } = picture;
  const isWrong = state === 'failed' || state === 'refused';
  return (
    <li className={isWrong ? 'maker-picture wrong' : 'maker-picture'}>
      <span className="maker-thumb">
        {thumbnail ? <img src={thumbnail} alt="" width="48" height="48" /> : <Icon name={isWrong ? 'warn' : 'columns'} />}
      </span>
      <div className="maker-told">
        <bdi className="maker-name">{name}</bdi>
        <span className={isWrong ? 'text-danger' : 'text-ink-3'}>
          {state === 'done' && <Icon name="check" size="small" />}
          <SizeText bytes={size} /> · {stateText(t, picture)}
        </span>
        {state === 'uploading' && (
          <progress className="maker-progress" max={1} value={share} aria-label={t('makers.progressOf', { name })} />
        )}
      </div>
      {isWrong && uploads.canRetry(key) && (
        <Button data-retry aria-label={t('makers.retryOf', { name })} onClick={() => uploads.retry(key)}>
          {t('action.retry')}
        </Button>
      )}
      <IconButton
        icon="close"
        label={t('makers.removeOf', { name })}
        onClick={() => {
          uploads.remove(key);
          onGone();
        }}
      />
    </li>
  );
}

function SizeText({ bytes }: { bytes: number }) {
  const format = useFormat();
  return <span className="num">{sizeText(bytes, format)}</span>;
}

/** In steps, for screen readers: not every percent is news. */
const heardPercent = (share: number) => Math.floor(share * 4) * 25;

function stateText(t: Text, { state, share, problem }: Picture): string {
  if (problem) {
    if ('error' in problem)
      return problem.error === 'tooManyImages'
        ? t('makers.error.tooManyImages')
        : problem.error === 'imageTooLarge'
          ? t('makers.error.imageTooLarge')
          : problem.error === 'imageGone'
            ? t('makers.error.imageGone')
            : t('makers.error.imageType');
    if (problem.message) return problem.message;
    return problem.trouble === 'busy'
      ? t('writes.busy')
      : problem.trouble === 'timeout'
        ? t('makers.failed.pictureSlow')
        : t('makers.failed.picture');
  }
  if (state === 'done') return t('makers.uploaded');
  return state === 'waiting' ? t('makers.waiting') : t('makers.uploading', { percent: heardPercent(share) });
}
