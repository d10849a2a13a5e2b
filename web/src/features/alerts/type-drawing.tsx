import { alertType, type AlertType } from '@tidemark/contract/alert-rules.ts';

const lines: Readonly<Record<AlertType, { readonly path: string; readonly level?: string }>> = {
  [alertType.risesTo]: { path: 'M2 17 9 13l5 2 8-7 6 1 8-6', level: 'M2 4h38' },
  [alertType.fallsTo]: { path: 'M2 4l7 3 6-1 7 7 6-1 10 5', level: 'M2 17h38' },
  [alertType.risePercent]: { path: 'M4 17 14 11l6 3L36 4M29 4h7v7' },
  [alertType.fallPercent]: { path: 'M4 4l10 6 6-3 16 10M36 10v7h-7' },
  [alertType.rise24hPercent]: { path: 'M5 18v-3M11 18v-5M17 18v-3M23 18v-8M29 18v-11M35 18V3' },
  [alertType.fall24hPercent]: { path: 'M5 3v3M11 3v5M17 3v3M23 3v8M29 3v11M35 3v15' },
  [alertType.entersChannel]: { path: 'M2 18 10 16l6-7 7 2 6-2 9 1', level: 'M2 6h38M2 14h38' },
  [alertType.exitsChannel]: { path: 'M2 10l8 1 7-2 7 1 5-5 9-3', level: 'M2 6h38M2 14h38' },
};

export function TypeDrawing({ type }: { type: AlertType }) {
  const { path, level } = lines[type];
  return (
    <svg className="type-drawing" viewBox="0 0 42 20" aria-hidden="true">
      {level && <path d={level} className="level" />}
      <path d={path} />
    </svg>
  );
}
