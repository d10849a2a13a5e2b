declare module 'virtual:words' {
  export const catalogue: import('./word-shelf.ts').Catalogue;
}
/** Imported for its effect: the shelf's words are loaded before the part that imports it is shown. */
declare module 'virtual:words/*' {}
declare module 'virtual:word-files' {
  export const wordFiles: import('./word-files.ts').WordFiles;
}
