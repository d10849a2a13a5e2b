declare module 'virtual:words' {
  export const catalogues: import('./word-shelf.ts').Catalogues;
}
/** Imported for its effect: the shelf's words are loaded before the part that imports it is shown. */
declare module 'virtual:words/*' {}
