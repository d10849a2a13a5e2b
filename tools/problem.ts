// What a check found, and how it is told. A warning is printed and does not fail the run.

export interface Problem {
  /** Relative to the root of the tree, with forward slashes. */
  readonly file: string;
  readonly line?: number;
  readonly text: string;
  readonly isWarning?: boolean;
}

/** Every check of the tree has this shape: it reads below rootDir and changes nothing. */
export type Check = (rootDir: string) => readonly Problem[] | Promise<readonly Problem[]>;

export const problemLine = ({ file, line, text, isWarning }: Problem): string =>
  `${isWarning ? 'warning ' : ''}${file}${line === undefined ? '' : `:${line}`}: ${text}`;
