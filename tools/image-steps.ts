// The steps of a Dockerfile, as far as ours has them: one that is not known here is a mistake, not left out.
export type ImageStep =
  | { readonly kind: 'workdir' | 'run' | 'user'; readonly text: string }
  | { readonly kind: 'copy'; readonly from: string | null; readonly what: readonly string[]; readonly to: string }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'healthcheck' | 'entrypoint' | 'cmd'; readonly command: readonly string[] };

export interface ImageStage {
  readonly base: string;
  readonly name: string;
  readonly steps: readonly ImageStep[];
}

export function readImageSteps(dockerfile: string): readonly ImageStage[] {
  const stages: { base: string; name: string; steps: ImageStep[] }[] = [];
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (word === 'FROM') {
      const [base = '', , name = ''] = rest.split(/\s+/);
      stages.push({ base, name, steps: [] });
      continue;
    }
    if (word === 'EXPOSE') continue;
    const stage = stages.at(-1);
    const step = readStep(word, rest);
    if (!stage || !step) throw new Error(`A step that is not known: ${line}`);
    stage.steps.push(step);
  }
  return stages;
}

function readStep(word: string, rest: string): ImageStep | null {
  switch (word) {
    case 'WORKDIR':
    case 'RUN':
    case 'USER':
      return { kind: word.toLowerCase() as 'workdir' | 'run' | 'user', text: rest };
    case 'COPY': {
      const parts = rest.split(/\s+/);
      const what = parts.filter((part) => !part.startsWith('--'));
      return { kind: 'copy', from: /--from=(\S+)/.exec(rest)?.[1] ?? null, what: what.slice(0, -1), to: what.at(-1)! };
    }
    case 'ENV':
      return { kind: 'env', values: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('=') as [string, string])) };
    case 'HEALTHCHECK':
      return { kind: 'healthcheck', command: JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[] };
    case 'ENTRYPOINT':
    case 'CMD':
      return { kind: word.toLowerCase() as 'entrypoint' | 'cmd', command: JSON.parse(rest) as string[] };
    default:
      return null;
  }
}
