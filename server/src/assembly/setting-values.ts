// Values of settings that are more than a word: addresses, and files that hold a secret.
import { readFileSync, statSync } from 'node:fs';

/** What somebody could change on its way is not taken for news. */
export const isHttpsOrLocal = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
};

const mostFileBytes = 64 * 1024;

/** What the file holds is never repeated: it is likely a secret. */
export function readSettingFile(name: string, path: string, problems: string[]): string | null {
  try {
    if (statSync(path).size <= mostFileBytes) {
      const text = readFileSync(path, 'utf8').trim();
      if (text === '') problems.push(`${name}_FILE names ${path}, which is empty.`);
      return text || null;
    }
    problems.push(`${name}_FILE names ${path}, which is larger than ${mostFileBytes} bytes.`);
  } catch (error) {
    problems.push(`${name}_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return null;
}
