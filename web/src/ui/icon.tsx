// One drawing style: 1.5 px strokes on a 16 px grid (20 px for the bottom bar). The shapes are in the page once, as a
// sprite, so that a row of a long table carries only a reference.
const shapes = {
  search: [16, '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>'],
  bell: [16, '<path d="M4 6.5a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10 4 6.5M6.5 13.5a1.6 1.6 0 0 0 3 0"/>'],
  star: [16, '<path d="m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z"/>'],
  down: [16, '<path d="m4 6 4 4 4-4"/>'],
  up: [16, '<path d="m4 10 4-4 4 4"/>'],
  back: [16, '<path d="m10 4-4 4 4 4"/>'],
  right: [16, '<path d="m6 4 4 4-4 4"/>'],
  globe: [16, '<circle cx="8" cy="8" r="6"/><path d="M2 8h12M8 2c2 2 2.6 4 2.6 6S10 12 8 14C6 12 5.4 10 5.4 8S6 4 8 2"/>'],
  theme: [16, '<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5v11A5.5 5.5 0 0 0 8 2.5" fill="currentColor"/>'],
  menu: [16, '<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/>'],
  close: [16, '<path d="m4 4 8 8M12 4l-8 8"/>'],
  clock: [16, '<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.5 1.5"/>'],
  check: [16, '<path d="m3.5 8.5 3 3 6-7"/>'],
  warn: [16, '<path d="M8 2.5 14.5 13.5h-13zM8 6.5V10M8 11.8h0"/>'],
  refresh: [16, '<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5"/>'],
  download: [16, '<path d="M8 2.5v7M5 7l3 3 3-3M3 13h10"/>'],
  bookmark: [16, '<path d="M4.5 2.5h7v11L8 10.5l-3.5 3z"/>'],
  columns: [16, '<path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10"/>'],
  chat: [20, '<path d="M4 4h12v9h-6l-3.5 3v-3H4z"/>'],
  home: [20, '<path d="m3 9 7-6 7 6v8h-4.5v-5h-5v5H3z"/>'],
  chart: [20, '<path d="M3 15.5 7.5 9l3.5 3.5 6-8M3 3v14h14"/>'],
  bellLarge: [20, '<path d="M5 8a5 5 0 0 1 10 0c0 4.4 2 5.6 2 5.6H3S5 12.4 5 8M8.2 16.5a2 2 0 0 0 3.6 0"/>'],
  starLarge: [20, '<path d="m10 2.5 2.3 4.9 5.2.6-3.9 3.6 1 5.2-4.6-2.6-4.6 2.6 1-5.2L2.5 8l5.2-.6z"/>'],
  user: [20, '<circle cx="10" cy="7" r="3.2"/><path d="M4 17c.6-3.4 3-5 6-5s5.4 1.6 6 5"/>'],
} as const satisfies Record<string, readonly [16 | 20, string]>;

export type IconName = keyof typeof shapes;

const spriteId = 'icons';

/** Written into the page by the server alone: the browser has it there, and need not load the shapes once more as code. */
const sprite = import.meta.env.SSR
  ? Object.entries(shapes)
      .map(([name, [box, shape]]) => `<symbol id="i-${name}" viewBox="0 0 ${box} ${box}">${shape}</symbol>`)
      .join('')
  : (document.getElementById(spriteId)?.innerHTML ?? '');

/** Once per page, before the first icon. */
export function IconSprite() {
  return <svg id={spriteId} width="0" height="0" className="absolute" aria-hidden="true" dangerouslySetInnerHTML={{ __html: sprite }} />;
}

export function Icon({ name, size, isDirectional }: { name: IconName; size?: 'small' | 'large'; isDirectional?: boolean }) {
  const sized = size === 'small' ? ' i-s' : size === 'large' ? ' i-l' : '';
  return (
    <svg className={`i${sized}${isDirectional ? ' flip' : ''}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
