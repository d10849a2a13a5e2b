/** undefined: it could not be done, and nothing depends on it. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
