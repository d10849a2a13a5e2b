declare module 'virtual:words' {
  export const catalogues: import('./word-shelf.ts').Catalogues;
}
