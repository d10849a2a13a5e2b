// What a message asks of its caller and what it says, read by the compiler that the product uses. That compiler is
// forgiving (a stray brace is text, an unknown kind a formatter); a catalogue is not, so such messages are refused.
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

export interface MessageShape {
  /** Every placeholder with its kind, and every <tag>, sorted: two translations of one message have equal lists. */
  readonly placeholders: readonly string[];
  /** The words outside placeholders. */
  readonly words: readonly string[];
}

const formats = new Set(['number', 'date', 'time']);
const pluralKinds: Readonly<Record<string, Intl.PluralRuleType>> = { plural: 'cardinal', selectordinal: 'ordinal' };

interface Reading {
  readonly tag: string;
  readonly hasQuotedBrace: boolean;
  readonly placeholders: Set<string>;
  readonly words: string[];
}

const readText = (text: string, reading: Reading): void => {
  if (/[{}]/.test(text) && !reading.hasQuotedBrace) throw new Error(`stray brace in '${text.trim()}'`);
  const withoutTags = text.replace(/<\/?([a-zA-Z]\w*)>/g, (_, tag: string) => {
    reading.placeholders.add(`<${tag}>`);
    return ' ';
  });
  reading.words.push(...(withoutTags.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? []));
};

const assertChoices = (name: string, kind: string, choices: readonly string[], tag: string): void => {
  const pluralKind = pluralKinds[kind];
  if (kind !== 'select' && pluralKind === undefined) throw new Error(`{${name}} has the unknown kind '${kind}'`);
  const needed = pluralKind === undefined ? ['other'] : new Intl.PluralRules(tag, { type: pluralKind }).resolvedOptions().pluralCategories;
  const missing = needed.filter((choice) => !choices.includes(choice));
  if (missing.length > 0) throw new Error(`{${name}, ${kind}} lacks ${missing.join(', ')}`);
};

const read = (message: CompiledMessage, reading: Reading): void => {
  for (const token of message) {
    if (typeof token === 'string') {
      readText(token, reading);
      continue;
    }
    const [name, kind, detail] = token;
    if (kind === undefined || formats.has(kind)) {
      reading.placeholders.add(kind === undefined ? name : `${name}, ${kind}`);
      continue;
    }
    const branches = Object.entries(typeof detail === 'object' && detail !== null ? detail : {}).filter(([choice]) => choice !== 'offset');
    const choices = branches.map(([choice]) => choice).sort();
    assertChoices(name, kind, choices, reading.tag);
    // Plural categories differ between languages; the choices of a select do not.
    reading.placeholders.add(kind === 'select' ? `${name}, select ${choices.join('|')}` : `${name}, ${kind}`);
    for (const [, branch] of branches) read(branch as CompiledMessage, reading);
  }
};

/** Throws with one line when the text is not a sound ICU message in the language of this BCP-47 tag. */
export const messageShape = (text: string, tag: string): MessageShape => {
  const reading: Reading = { tag, hasQuotedBrace: /'[{}]/.test(text), placeholders: new Set(), words: [] };
  try {
    read(compileMessageOrThrow(text), reading);
  } catch (error) {
    throw new Error((error instanceof Error ? error.message : String(error)).split('\n')[0], { cause: error });
  }
  return { placeholders: [...reading.placeholders].sort(), words: reading.words };
};
