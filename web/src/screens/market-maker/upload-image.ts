// One picture on its way. Not by fetch, which cannot say how much of a body has left.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { imageUploadPath, type UploadedImage } from '@tidemark/contract/market-maker.ts';
import { apiPrefix, headers, terminalType, website, type Envelope } from '@tidemark/contract/wire.ts';
import { keptDeviceId } from '#api/fetch-transport.ts';

export type UploadTrouble = 'offline' | 'timeout' | 'busy' | 'refused' | 'final' | 'stopped';

/** message: what the server said, in the reader's language; empty where no server spoke. */
export class UploadFailed extends Error {
  readonly trouble: UploadTrouble;
  constructor(trouble: UploadTrouble, message = '') {
    super(message);
    this.name = 'UploadFailed';
    this.trouble = trouble;
  }
}

const timeLimitMs = 115_000;
/** Of imageType, imageTooLarge, imageBroken and imageTooManyPixels: sent again it is the same picture. */
const finalCodes: readonly string[] = ['40307', '40308', '40310', '40311'];

export interface Uploading {
  readonly file: File;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  onShare(share: number): void;
}

export function uploadImage({ file, locale, signal, onShare }: Uploading): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const fail = (trouble: UploadTrouble, message?: string) => reject(new UploadFailed(trouble, message));
  request.open('POST', apiPrefix + imageUploadPath);
  const { languageKey } = languageOf(locale);
  const sent = {
    [headers.website]: website,
    [headers.terminalType]: terminalType,
    [headers.locale]: locale,
    [headers.language]: languageKey,
    [headers.deviceId]: keptDeviceId(),
    'content-type': file.type,
  };
  for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
  request.timeout = timeLimitMs;
  request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
  request.onload = () => {
    if (request.status === 429) return fail('busy');
    const answer = readAnswer(request.responseText);
    if (!answer) return fail('offline');
    if (answer.code === '00000' && answer.data) return resolve(answer.data.imageId);
    fail(finalCodes.includes(answer.code) ? 'final' : 'refused', answer.msg);
  };
  request.onerror = () => fail('offline');
  request.ontimeout = () => fail('timeout');
  request.onabort = () => fail('stopped');
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

function readAnswer(text: string): Envelope<UploadedImage | null> | null {
  try {
    const answer = JSON.parse(text) as Envelope<UploadedImage | null>;
    return typeof answer.code === 'string' ? answer : null;
  } catch {
    return null;
  }
}
